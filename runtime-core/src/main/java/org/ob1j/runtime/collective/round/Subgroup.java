package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.collective.buffer.Workspace;

/**
 * Some ranks of a communicator, one of which is this process, as if they were alone: they have
 * ranks of their own, from 0, which is all that an algorithm among them sees.
 *
 * <pre>
 *   rank in the subgroup        0    1    2
 *   rank in the communicator    1    3    5        ranks = {1, 3, 5}
 * </pre>
 */
public final class Subgroup {
  private final int[] ranks;
  private final Members members;
  private final String where;

  /**
   * @param ranks the communicator's rank of each; not to be changed
   * @param rank which of them is this process
   * @param where what reports say of an algorithm among them, such as "within the host"
   */
  public Subgroup(int[] ranks, int rank, Workspace workspace, String where) {
    this.ranks = ranks;
    this.where = where;
    members = new Members(rank, ranks.length, workspace);
  }

  /** Who they are, for an algorithm among them. */
  public Members members() {
    return members;
  }

  public int size() {
    return ranks.length;
  }

  /** An algorithm of these members, as part of an operation of the whole communicator. */
  public Algorithm among(Algorithm algorithm) {
    return new Part(algorithm);
  }

  /**
   * Begins a round of an algorithm of these members that keeps nothing between rounds, and so may
   * serve several operations at a time.
   */
  public boolean begin(Algorithm algorithm, int number, Round messages) {
    return algorithm.begin(number, new SubgroupRound(messages, ranks));
  }

  private final class Part extends MemberAlgorithm {
    private final Algorithm algorithm;

    /** The messages of an operation always are of one round. */
    private Round round;

    Part(Algorithm algorithm) {
      super(members);
      this.algorithm = algorithm;
    }

    @Override
    public boolean begin(int number, Round messages) {
      if (round == null) {
        round = new SubgroupRound(messages, ranks);
      }
      return algorithm.begin(number, round);
    }

    @Override
    public String name() {
      return algorithm.name() + " " + where;
    }

    @Override
    public void release() {
      algorithm.release();
    }
  }
}
