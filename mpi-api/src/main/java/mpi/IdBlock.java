package mpi;

import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Steps;

/**
 * Ids that follow one another, for communicators that all processes of one make out of it. They
 * agree on them at once, and each communicator takes the next: as all make them in one order, they
 * need not talk for each. Whoever takes the first id has the agreement made.
 */
final class IdBlock {
  /**
   * After blocks of 1, 2, 4, …: out of most communicators one is made or none. Where ranks share
   * cores each agreement costs the last rank's wait for a core, which is milliseconds.
   */
  static final int LONGEST = 1024;

  private final String operation;
  private final Communicator parent;
  private final IdAgreement agreement;
  private final int count;
  private int taken;

  /** A block that nothing is agreed of yet. */
  IdBlock(String operation, Communicator parent, int count) {
    this.operation = operation;
    this.parent = parent;
    this.count = count;
    agreement = new IdAgreement(operation, parent, count);
  }

  /** The block of a communicator after this one. */
  static IdBlock next(String operation, Communicator parent, IdBlock before) {
    int count = before == null ? 1 : Math.min(2 * before.count, LONGEST);
    return new IdBlock(operation, parent, count);
  }

  boolean isExhausted() {
    return taken == count;
  }

  /** Takes the next id; its index in the block. */
  int take() {
    return taken++;
  }

  /** What has to be done until an id is known. */
  Steps steps(int index) {
    return index == 0 ? agreement : new Awaited();
  }

  /** The id at an index of the block; negative while it is not known. */
  int id(int index) {
    int first = agreement.negotiation().id();
    return first < 0 ? first : first + index;
  }

  /** Waits until the id at an index is known, and can be used. */
  int await(int index) {
    if (id(index) < 0) {
      parent.collectives().run(parent.collectives().sequence(steps(index)));
    }
    return requireId(index);
  }

  /** What this process offers in the agreement, if all tell their offers by means of their own. */
  int offer() {
    return agreement.offer();
  }

  /** Waits until the first id is known, after all have told their offers. */
  int awaitAfter(long[] greatestOffers) {
    return agreement.awaitAfter(greatestOffers).id();
  }

  /** Whoever took an id has it, or never will. */
  void end(int index) {
    if (index == 0) {
      agreement.end();
    }
  }

  /** The id at an index, which is known to be there, if it can be used. */
  int requireId(int index) {
    return agreement.negotiation().requireId() + index;
  }

  /** Nothing more is taken. */
  void close() {
    int first = agreement.negotiation().id();
    if (first >= 0) {
      parent.process().communicatorIds().release(first + taken, count - taken);
    }
    taken = count;
  }

  /** Until another communicator has the agreement, which gets on by itself. */
  private final class Awaited implements Steps {
    @Override
    public Algorithm next() {
      if (agreement.negotiation().id() >= 0) {
        return null;
      }
      if (agreement.hasEnded()) {
        throw parent.raise(
            operation,
            ErrorClass.OTHER,
            "the ids were not agreed on by the communicator before it");
      }
      return parent.collectives().pause();
    }

    @Override
    public void end() {
      // The agreement is another's.
    }
  }
}
