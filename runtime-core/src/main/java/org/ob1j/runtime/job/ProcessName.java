package org.ob1j.runtime.job;

/**
 * What a process is called by all others.
 *
 * @param job the id of its job
 * @param rank its rank there
 */
public record ProcessName(String job, int rank) {
  @Override
  public String toString() {
    return "rank " + rank + " of job " + job;
  }
}
