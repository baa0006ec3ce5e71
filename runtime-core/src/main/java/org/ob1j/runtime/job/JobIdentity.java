package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.List;

/**
 * Who this process is: its job, its rank, and how many ranks there are.
 *
 * @param jobId names the job on this host and in every connection; letters and digits
 * @param rank this process's rank in the job, from 0
 * @param size how many ranks the job was started with
 * @param localRank this process's place among the job's ranks on this host, from 0
 * @param localSize how many of the job's ranks run on this host
 * @param localCores how many cores these ranks have together, whatever each is bound to
 * @param crowdedMachine whether ranks of other hosts want these cores, too, as where hosts are
 *     containers of one machine that has fewer CPUs than ranks
 * @param programSizes how many ranks run each of the programs that the job was started with; ranks
 *     of one program have numbers that follow one another
 * @param nodes which node each rank runs on
 */
public record JobIdentity(
    String jobId,
    int rank,
    int size,
    int localRank,
    int localSize,
    int localCores,
    boolean crowdedMachine,
    List<Integer> programSizes,
    NodeMap nodes) {
  public JobIdentity {
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException("rank " + rank + " is outside a job of " + size);
    }
    programSizes = List.copyOf(programSizes);
    long ranks = 0;
    boolean allRun = true;
    for (int each : programSizes) {
      ranks += each;
      allRun &= each >= 1;
    }
    if (ranks != size || !allRun) {
      throw new IllegalArgumentException(
          "programs of " + programSizes + " ranks do not make up a job of " + size);
    }
    if (nodes.size() != size) {
      throw new IllegalArgumentException(
          "nodes of " + nodes.size() + " ranks are told to a job of " + size);
    }
  }

  /** An identity in a job that has as many ranks on each node, one after the other. */
  public JobIdentity(
      String jobId,
      int rank,
      int size,
      int localRank,
      int localSize,
      int localCores,
      List<Integer> programSizes) {
    this(
        jobId,
        rank,
        size,
        localRank,
        localSize,
        localCores,
        false,
        programSizes,
        NodeMap.bySlot(size, localSize));
  }

  /** An identity on a host whose cores are those that this process may use, in one program. */
  public JobIdentity(String jobId, int rank, int size, int localRank, int localSize) {
    this(
        jobId,
        rank,
        size,
        localRank,
        localSize,
        Runtime.getRuntime().availableProcessors(),
        List.of(size));
  }

  /** The first rank of each program. */
  public List<Integer> firstRanks() {
    List<Integer> first = new ArrayList<>();
    int next = 0;
    for (int ranks : programSizes) {
      first.add(next);
      next += ranks;
    }
    return first;
  }

  /** Which of the programs this process runs, from 0. */
  public int program() {
    List<Integer> first = firstRanks();
    int program = first.size() - 1;
    while (first.get(program) > rank) {
      program--;
    }
    return program;
  }

  /** Whether an id may be one that is made for a job: j, and up to 13 digits and letters. */
  public static boolean isGeneratedId(String text) {
    boolean right = text.length() > 1 && text.length() <= 14 && text.charAt(0) == 'j';
    for (int i = 1; right && i < text.length(); i++) {
      char c = text.charAt(i);
      right = c >= '0' && c <= '9' || c >= 'a' && c <= 'z';
    }
    return right;
  }
}
