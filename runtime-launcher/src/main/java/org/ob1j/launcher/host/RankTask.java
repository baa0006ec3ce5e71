package org.ob1j.launcher.host;

import java.util.List;

/**
 * A rank that a host is to start.
 *
 * @param rank its number in the job
 * @param program which of the host's programs it runs
 * @param cpus the CPUs that it is tied to; none: it is not bound
 * @param input what it reads as its standard input
 */
public record RankTask(int rank, int program, List<Integer> cpus, Input input) {
  /** What a rank reads as its standard input. */
  public enum Input {
    /** Nothing: its end comes at once. */
    NOTHING,
    /**
     * What mpirun itself reads, on the same host: nothing is read that the rank does not ask for.
     */
    MPIRUNS,
    /** What mpirun sends it. */
    SENT
  }

  /** The same, tied to these CPUs. */
  public RankTask boundTo(List<Integer> others) {
    return new RankTask(rank, program, List.copyOf(others), input);
  }
}
