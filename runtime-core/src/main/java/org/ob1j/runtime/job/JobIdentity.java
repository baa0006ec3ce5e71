package org.ob1j.runtime.job;

/**
 * Who this process is: its job, its rank, and how many ranks there are.
 *
 * @param jobId names the job on this host and in every connection; letters and digits
 * @param rank this process's rank in the job, from 0
 * @param size how many ranks the job was started with
 * @param localRank this process's place among the job's ranks on this host, from 0
 * @param localSize how many of the job's ranks run on this host
 * @param localCores how many cores these ranks have together, whatever each is bound to
 */
public record JobIdentity(
    String jobId, int rank, int size, int localRank, int localSize, int localCores) {
  public JobIdentity {
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException("rank " + rank + " is outside a job of " + size);
    }
  }

  /** An identity on a host whose cores are those that this process may use. */
  public JobIdentity(String jobId, int rank, int size, int localRank, int localSize) {
    this(jobId, rank, size, localRank, localSize, Runtime.getRuntime().availableProcessors());
  }
}
