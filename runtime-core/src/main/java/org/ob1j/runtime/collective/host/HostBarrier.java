package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.movement.Barrier;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.collective.round.Subgroup;
import org.ob1j.runtime.collective.shared.AreaCollectives;

/**
 * Waits for all ranks: those of a host tell its leader, the leaders wait for each other, and each
 * tells those of its host. Keeps nothing between rounds.
 */
public final class HostBarrier extends Barrier {
  private static final int NO_ROOT = 0;

  /** Of the ranks on a host. */
  private static final int LEADER = 0;

  private final int[] onHost;
  private final boolean leads;

  /** Null but at a leader, and so is the barrier. */
  private final Subgroup leaders;

  private final Barrier between;
  private final int betweenRounds;
  private final WithinHost within;

  /**
   * @param linear whether the leaders' barrier is, too
   */
  public HostBarrier(HostGroups groups, boolean linear) {
    super(groups.members, true);
    onHost = groups.ownRanks();
    within = groups.within();
    leads = groups.leads(NO_ROOT);
    leaders = leads ? groups.leaders(NO_ROOT) : null;
    between = leads ? new Barrier(leaders.members(), linear) : null;
    betweenRounds = leads ? between.rounds() : 0;
  }

  @Override
  public String name() {
    return "hierarchical barrier";
  }

  @Override
  public boolean begin(int number, Round round) {
    AreaCollectives inArea = round.waits() ? within.inArea() : null;
    if (inArea != null) {
      return meet(inArea, number, round);
    }
    if (leads) {
      return lead(number, round);
    }
    if (number == 0) {
      hearFrom(onHost[0], round);
      tell(onHost[0], round);
    }
    return number == 0;
  }

  /** The same with those of the host in memory that they share. */
  private boolean meet(AreaCollectives inArea, int number, Round round) {
    if (number == 0) {
      inArea.come(LEADER);
    }
    if (leads && number < betweenRounds) {
      return leaders.begin(between, number, round);
    }
    inArea.goOn(LEADER);
    return false;
  }

  private boolean lead(int number, Round round) {
    int before = onHost.length == 1 ? 0 : 1;
    int step = number - before;
    if (step < 0) {
      for (int other = 1; other < onHost.length; other++) {
        hearFrom(onHost[other], round);
      }
      return true;
    }
    if (step < betweenRounds) {
      return leaders.begin(between, step, round);
    }
    for (int other = 1; step == betweenRounds && other < onHost.length; other++) {
      tell(onHost[other], round);
    }
    return step < betweenRounds + before;
  }
}
