package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.round.CollectiveDriver;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * How one rank meets the others of a communicator in a {@link SharedArea}, and waits for them:
 * polling, so that messages go on meanwhile, and after long asleep, until an empty message comes.
 *
 * <pre>
 *   waits                                    gives
 *     | polls                                  |
 *     | is to sleep soon: sets its bit         |
 *     | polls, sleeps                          | its gift
 *     |                                        | takes all bits
 *     | &lt;-------- an empty message ------------ | for each of them
 *     | takes the message                      |
 * </pre>
 *
 * A rank that is not seen to ask has 50 µs between its bit and its sleep, in which it still polls
 * ({@link org.ob1j.runtime.progress.Sleeper}).
 */
public final class Meeting implements Awaited {
  /** No operation that is started has this tag. */
  private static final int WAKING_TAG = CollectiveDriver.LAST_TAG;

  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);

  /** Between two looks at what should not happen. */
  private static final int POLLS_PER_SURVEY = 1024;

  private final Pml pml;
  private final PmlCommunicator communicator;
  private final int[] processes;
  private final SharedArea area;
  private final int rank;
  private final int size;

  /** The operation of the moment; numbers go round. */
  private int number;

  /** What this rank gives in it. */
  private long own;

  /** The operation that others must have come to, while this rank waits. */
  private int awaited;

  /** The rank that this one waits for. */
  private int awaitedRank;

  private long byMessages;

  /** All ranks have come to this operation. */
  private int allCame;

  /** The rank has waited in this operation, and so polled. */
  private boolean polled;

  private int polls;

  /** The rank has asked to be woken. */
  private boolean asks;

  /**
   * The meetings of a communicator.
   *
   * @param communicator the context of its collectives
   * @param processes the job's rank of each rank
   * @param area that all ranks have mapped
   */
  public Meeting(Pml pml, PmlCommunicator communicator, int[] processes, SharedArea area) {
    this.pml = pml;
    this.communicator = communicator;
    this.processes = processes;
    this.area = area;
    rank = communicator.rank();
    size = communicator.size();
  }

  SharedArea area() {
    return area;
  }

  /**
   * Begins an operation; where its data goes, which nobody reads any more.
   *
   * @param what as in {@link Gift#what}
   */
  int begin(int what) {
    if (!polled) {
      // Messages go on also at a rank that never has to wait for the others.
      pml.poll();
    }
    polled = false;
    int next = ++number;
    own = Gift.of(next, what);
    if (next - allCame >= SharedArea.SETS) {
      int before = next - SharedArea.SETS + 1;
      for (int other = 0; other < size; other++) {
        await(other, before);
        compare(other, before);
      }
      allCame = before;
    }
    return area.set(next);
  }

  /** What this rank gives in the operation of the moment. */
  long own() {
    return own;
  }

  /** Tells that this rank has given. */
  void give() {
    area.give(rank, number, own);
    if (area.hasSleepers(rank)) {
      wake(area.takeSleepers(rank));
    }
  }

  /** Waits until all have given, and the same. */
  void awaitAll() {
    int now = number;
    long expected = own;
    for (int other = 0; other < size; other++) {
      if (area.gift(other, now) != expected && await(other, now) != expected) {
        throw mismatch(other, area.gift(other, now));
      }
    }
    if (allCame + 1 != now) {
      compareEarlier();
    }
    allCame = now;
  }

  /** The operations before this one in which this rank has not seen what all others gave. */
  private void compareEarlier() {
    for (int earlier = allCame + 1; earlier != number; earlier++) {
      for (int other = 0; other < size; other++) {
        compare(other, earlier);
      }
    }
  }

  /**
   * Refuses an operation of the past in which another rank was in another one, or had another root:
   * both may have gone on without a look at each other. A rank that is ahead may have used the set
   * again; then it has compared itself.
   */
  private void compare(int other, int earlier) {
    long theirs = area.gift(other, earlier);
    long mine = area.gift(rank, earlier);
    if (Gift.number(theirs) == earlier
        && Gift.number(mine) == earlier
        && !Gift.areAlike(theirs, mine)) {
      throw mismatch(other, theirs, mine);
    }
  }

  /** Waits until a rank has given; what it has. */
  long await(int other) {
    return await(other, number);
  }

  private long await(int other, int wanted) {
    long gift = area.gift(other, wanted);
    // A rank that is ahead may have used the set again.
    if (Gift.number(gift) - wanted < 0) {
      awaited = wanted;
      awaitedRank = other;
      polled = true;
      do {
        pml.pollOrIdle(this);
        if (asks && !area.isAsking(rank, other)) {
          // For an operation before this one: the next sleep asks again.
          asks = false;
          takeWaking();
        }
        if (++polls >= POLLS_PER_SURVEY) {
          survey(other);
        }
        gift = area.gift(other, wanted);
      } while (Gift.number(gift) - wanted < 0);
      pml.moved();
      endWait();
    }
    return gift;
  }

  private boolean isMissing(int other) {
    return Gift.number(area.gift(other, awaited)) - awaited < 0;
  }

  private void endWait() {
    polls = 0;
    if (asks) {
      asks = false;
      if (!area.stopAsking(rank, awaitedRank)) {
        takeWaking();
      }
    }
  }

  private void survey(int other) {
    polls = 0;
    String failure = communicator.failureOf(other);
    if (failure != null) {
      throw failed(
          PmlError.PEER_FAILED, "rank " + other + " does not come to the collective: " + failure);
    }
    // In this order: a rank that went on by messages has come to all before.
    if (area.byMessages(other) > byMessages && isMissing(other)) {
      throw failed(
          PmlError.TRUNCATED,
          "rank "
              + other
              + " is in another collective, or has more data than the "
              + area.setBytes()
              + " bytes that go through shared memory; all ranks must call the same one, with the"
              + " same amount of data");
    }
  }

  private void takeWaking() {
    communicator.recv(
        null, 0, NOTHING, PmlCommunicator.ANY_SOURCE, WAKING_TAG, new MessageStatus());
  }

  private void wake(long sleepers) {
    for (long left = sleepers; left != 0; left &= left - 1) {
      int other = Long.numberOfTrailingZeros(left);
      if (other != rank && other < size) {
        communicator.send(SendMode.STANDARD, null, 0, NOTHING, other, WAKING_TAG);
      }
    }
  }

  private CollectiveException failed(PmlError error, String text) {
    polls = 0;
    if (asks) {
      asks = false;
      // Whoever has promised to wake this rank may be gone.
      area.stopAsking(rank, awaitedRank);
    }
    return new CollectiveException(error, text);
  }

  /** Another rank gives what does not go with what this one does. */
  CollectiveException mismatch(int other, long theirs) {
    return mismatch(other, theirs, own);
  }

  private static CollectiveException mismatch(int other, long theirs, long mine) {
    return new CollectiveException(
        PmlError.TRUNCATED,
        "rank "
            + other
            + " is in "
            + Gift.describe(theirs)
            + ", this rank in "
            + Gift.describe(mine)
            + "; all ranks must call the same collective, with the same root and the"
            + " same amount of data");
  }

  /** An operation of this rank goes by messages, as it has too much data. */
  void goByMessages() {
    area.goByMessages(rank, ++byMessages);
  }

  @Override
  public boolean maySleep() {
    if (!asks) {
      asks = true;
      area.askToBeWoken(rank, awaitedRank);
    }
    return area.isAsking(rank, awaitedRank);
  }

  @Override
  public void describe(WaitDescription wait) {
    StringBuilder missing = new StringBuilder();
    for (int other = 0; other < size; other++) {
      if (isMissing(other)) {
        missing.append(missing.length() == 0 ? "" : ", ").append(other);
        wait.needs(processes[other]);
      }
    }
    wait.operation(communicator.label() + ", rank " + missing + " missing");
  }
}
