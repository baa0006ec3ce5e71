package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.round.CollectiveDriver;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * How one rank meets the others of a communicator in a {@link SharedArea}, and waits for them:
 * polling, so that messages go on meanwhile, and after long asleep, until its doorbell is rung.
 *
 * <pre>
 *   waits                                    gives
 *     | polls                                  |
 *     | is to sleep soon: sets its bit         |
 *     | polls, sleeps                          | its gift
 *     |                                        | takes all bits
 *     | &lt;----------- rings -------------------- | for each of them
 * </pre>
 *
 * A rank that is not seen to ask has 50 µs between its bit and its sleep, in which it still polls
 * ({@link org.ob1j.runtime.progress.Sleeper}).
 */
public final class Meeting implements Awaited {
  private static final TypeMap NOTHING = TypeMap.of(PrimitiveType.BYTE);

  /**
   * Of a rank that cannot use the area that rank 0 has made. No operation that is started has it.
   */
  private static final int DECLINING_TAG = CollectiveDriver.LAST_TAG;

  private static final int NOBODY = -1;

  /** Between two looks at what should not happen. */
  private static final int POLLS_PER_SURVEY = 1024;

  /**
   * A sleep counts for so many: it takes up to a tenth of a second, and an error is not to take
   * long.
   */
  private static final int POLLS_PER_SLEEP = 256;

  private final Pml pml;
  private final Participants participants;
  private final PmlCommunicator communicator;
  private final SharedArea area;
  private final AreaDoorbells doorbells;
  private final int rank;
  private final int size;

  /** The operation of the moment; numbers go round. */
  private int number;

  /** What this rank gives in it. */
  private long own;

  /** What it has given in the last operations, by their sets. */
  private final long[] given = new long[SharedArea.SETS];

  /** The operation that others must have come to, while this rank waits. */
  private int awaited;

  /** The rank that this one waits for. */
  private int awaitedRank = NOBODY;

  private long byMessages;

  /** All ranks have come to this operation. */
  private int allCame;

  /** The rank has waited in this operation, and so polled. */
  private boolean polled;

  private int polls;
  private int pollsPerSurvey = POLLS_PER_SURVEY;

  /** Until the first operation, if rank 0 alone is sure to have the area. */
  private boolean isUncertain;

  private boolean isGivenUp;

  /** The receive of what a rank sends that cannot use the area; null but at rank 0 at first. */
  private PmlRequest declining;

  /** The ranks that have sent that. */
  private long declined;

  /** The rank has asked to be woken. */
  private boolean asks;

  private String trouble = "";

  /**
   * The meetings of ranks.
   *
   * @param area that all of them have mapped
   * @param isUncertain whether some rank may not have mapped it, and so {@link #decline}
   */
  public Meeting(Pml pml, Participants participants, SharedArea area, boolean isUncertain) {
    this.pml = pml;
    this.participants = participants;
    communicator = participants.communicator();
    this.area = area;
    doorbells = area.doorbells();
    this.isUncertain = isUncertain;
    rank = participants.members().rank();
    size = participants.members().size();
  }

  SharedArea area() {
    return area;
  }

  /** The operation in which this rank waits; null if it does not. */
  CollectiveKind waitsIn() {
    return awaitedRank == NOBODY ? null : Gift.kind(own);
  }

  /** Tells rank 0 that this rank cannot use the area that it has made. */
  static void decline(PmlCommunicator communicator) {
    communicator.send(SendMode.STANDARD, null, 0, NOTHING, 0, DECLINING_TAG);
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
      seeAllAt(next - SharedArea.SETS + 1);
    }
    return area.set(next);
  }

  /** Waits until all ranks have come to an operation of the past, and not to another one. */
  private void seeAllAt(int earlier) {
    for (int other = 0; other < size; other++) {
      if (other != rank) {
        compare(other, earlier, await(other, earlier));
      }
    }
    allCame = earlier;
  }

  /** Counts the operations; the number of that of the moment. */
  int number() {
    return number;
  }

  /** What this rank gives in the operation of the moment. */
  long own() {
    return own;
  }

  /**
   * Tells that this rank has given.
   *
   * @return false if it turns out, in the first operation, that not all ranks have the area: then
   *     this is used no more, at any rank
   */
  boolean give() {
    if (isUncertain) {
      return giveFirst();
    }
    given[number & SharedArea.SETS - 1] = own;
    area.give(rank, number, own);
    String notWoken = doorbells.wakeSleepers(rank);
    if (notWoken != null) {
      trouble = notWoken;
    }
    return true;
  }

  /**
   * In the first operation rank 0 gives last, when all others have given or {@link #decline
   * declined}, and these wait for it, whatever the operation is.
   */
  private boolean giveFirst() {
    isUncertain = false;
    if (rank == 0 && !haveAllGiven()) {
      own = Gift.of(number, Gift.NOTHING);
    }
    give();
    isGivenUp = (rank == 0 ? own : await(0)) == Gift.of(number, Gift.NOTHING);
    return !isGivenUp;
  }

  /** Whether this is used no more, as not all ranks have the area. */
  boolean isGivenUp() {
    return isGivenUp;
  }

  private boolean haveAllGiven() {
    boolean all = true;
    // A rank that declines must be seen at once, also by one that has slept.
    pollsPerSurvey = 1;
    expectDeclining();
    try {
      for (int other = 1; other < size; other++) {
        all &= Gift.number(await(other, number)) == number;
      }
    } finally {
      pollsPerSurvey = POLLS_PER_SURVEY;
      pml.cancel(declining, declining.generation());
      pml.release(declining);
      declining = null;
    }
    return all;
  }

  /** From whomever: a rank that is asked for by name is one that something is opened to. */
  private void expectDeclining() {
    declining = communicator.irecv(null, 0, NOTHING, PmlCommunicator.ANY_SOURCE, DECLINING_TAG);
  }

  /** Waits until all have given, and the same. */
  void awaitAll() {
    int now = number;
    if (awaitRanks(0, size, now, own) != 0) {
      throw mismatchOfAny();
    }
    seeAll(now);
  }

  private CollectiveException mismatchOfAny() {
    int other = 0;
    while (other < size - 1 && goesWithOwn(area.gift(other, number))) {
      other++;
    }
    return mismatch(other, area.gift(other, number));
  }

  private boolean goesWithOwn(long gift) {
    return Gift.tellsOfParts(own) ? Gift.goTogether(gift, own) : gift == own;
  }

  private void seeAll(int now) {
    if (allCame + 1 != now) {
      compareEarlier();
    }
    allCame = now;
  }

  /**
   * As {@link #awaitAll}, but ranks may have memory for their part or not, and more than this piece
   * or not.
   *
   * @return a gift that says so if any rank has no part, and if any has more
   */
  long awaitAllWithParts() {
    int now = number;
    long differences = awaitRanks(0, size, now, own);
    if (!Gift.goTogether(differences, 0)) {
      throw mismatchOfAny();
    }
    seeAll(now);
    return own | differences;
  }

  /** The operations before this one in which this rank has not seen what all others gave. */
  private void compareEarlier() {
    for (int earlier = allCame + 1; earlier != number; earlier++) {
      for (int other = 0; other < size; other++) {
        compare(other, earlier, area.gift(other, earlier));
      }
    }
  }

  /**
   * Refuses an operation of the past in which another rank was in another one, or had another root:
   * both may have gone on without a look at each other. A rank that is ahead may have used the set
   * again; then it has compared itself.
   */
  private void compare(int other, int earlier, long theirs) {
    long mine = given[earlier & SharedArea.SETS - 1];
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

  /**
   * Waits until the root has given; how much that is.
   *
   * @param bytes what this rank expects, exactly or at most
   */
  int awaitRoot(int root, int bytes, boolean exactly) {
    long theirs = await(root);
    int its = Gift.bytes(theirs);
    boolean fits = exactly ? its == bytes : its <= bytes;
    if (!fits || !Gift.areAlike(theirs, own)) {
      throw mismatch(root, theirs);
    }
    return its;
  }

  /**
   * Waits until the root has given a piece of blocks of different lengths.
   *
   * @return its gift
   */
  long awaitRootWithPart(int root) {
    long theirs = await(root);
    if (!Gift.goTogether(theirs, own)) {
      throw mismatch(root, theirs);
    }
    return theirs;
  }

  private long await(int other, int wanted) {
    return awaitRanks(other, other + 1, wanted, 0);
  }

  /**
   * Waits until ranks have come to an operation: those from the first to before the end, and not
   * this one. It fails if one of them will not come; one may have declined.
   *
   * <p>All that may happen meanwhile is in one method, which C2 does not inline for its length (see
   * {@code MethodLengthsTest}): it is compiled once, and not with each kind of operation.
   *
   * @return the bits in which what they gave differs from what is expected
   */
  private long awaitRanks(int first, int end, int wanted, long expected) {
    long differences = 0;
    for (int other = first; other < end; other++) {
      if (other == rank) {
        continue;
      }
      long gift = area.gift(other, wanted);
      // A rank that is ahead may have used the set again.
      if (Gift.number(gift) - wanted < 0) {
        awaited = wanted;
        awaitedRank = other;
        polled = true;
        do {
          pml.pollOrIdle(this);
          if (asks && !doorbells.isAsking(rank, other)) {
            // For an operation before this one: the next sleep asks again.
            asks = false;
          }
          gift = area.gift(other, wanted);
          if (++polls >= pollsPerSurvey) {
            polls = 0;
            if (pollsPerSurvey == 1 && hasDeclined(other)) {
              break;
            }
            // The one that is awaited may wait for a rank that has come to another operation.
            if (wanted == number && !goesWithOwn(differences ^ own)) {
              endWait();
              throw mismatchOfAny();
            }
            String failure = participants.failureOf(other);
            if (failure != null) {
              throw failed(
                  PmlError.PEER_FAILED,
                  nameOf(other) + " does not come to the collective: " + failure);
            }
            // In this order: a rank that went on by messages has come to all before.
            if (area.byMessages(other) > byMessages && isMissing(other)) {
              throw failed(PmlError.TRUNCATED, nameOf(other) + byMessagesText());
            }
          }
        } while (Gift.number(gift) - wanted < 0);
        pml.moved();
        endWait();
      }
      differences |= gift ^ expected;
    }
    return differences;
  }

  private void endWait() {
    polls = 0;
    if (asks) {
      asks = false;
      doorbells.stopAsking(rank, awaitedRank);
    }
    awaitedRank = NOBODY;
  }

  private String byMessagesText() {
    return " is in another collective, or has more data than goes through shared memory"
        + " ("
        + SharedCollectives.MOST_BYTES
        + " bytes of each rank, less where one has no memory for them); all ranks must call the same one, with the same amount of data";
  }

  /** What messages to the user call a rank. */
  String nameOf(int other) {
    return "rank " + participants.communicatorRank(other);
  }

  /** What to tell the user if a block is longer than its place. */
  String tooLong(int source, long bytes, long expected) {
    return nameOf(source)
        + " has given a block of "
        + bytes
        + " bytes, this rank expects at most "
        + expected
        + " of it"
        + participants.part();
  }

  private boolean isMissing(int other) {
    return Gift.number(area.gift(other, awaited)) - awaited < 0;
  }

  private boolean hasDeclined(int other) {
    while (declining.isComplete() && declining.error() == PmlError.NONE) {
      MessageStatus status = new MessageStatus();
      declining.copyStatus(status);
      declined |= 1L << status.source;
      pml.release(declining);
      expectDeclining();
    }
    return (declined >> other & 1) != 0;
  }

  private CollectiveException failed(PmlError error, String text) {
    endWait();
    return new CollectiveException(error, text);
  }

  /** Another rank gives what does not go with what this one does. */
  private CollectiveException mismatch(int other, long theirs) {
    return mismatch(other, theirs, own);
  }

  private CollectiveException mismatch(int other, long theirs, long mine) {
    // Told once: later operations may be right.
    given[Gift.number(mine) & SharedArea.SETS - 1] = 0;
    return new CollectiveException(
        PmlError.TRUNCATED,
        nameOf(other)
            + " is in "
            + Gift.describe(theirs, participants)
            + ", this rank in "
            + Gift.describe(mine, participants)
            + participants.part()
            + "; all ranks must call the same collective, with the same root and the"
            + " same amount of data");
  }

  /** An operation of this rank goes by messages, as it has too much data. */
  void goByMessages() {
    area.goByMessages(rank, ++byMessages);
  }

  @Override
  public boolean maySleep() {
    polls += POLLS_PER_SLEEP;
    if (!asks) {
      DoorbellAddress doorbell = pml.doorbell().address();
      if (doorbell == null) {
        return false;
      }
      asks = true;
      doorbells.askToBeWoken(rank, doorbell, awaitedRank);
    }
    return doorbells.isAsking(rank, awaitedRank);
  }

  @Override
  public void describe(WaitDescription wait) {
    StringBuilder missing = new StringBuilder();
    for (int other = 0; other < size; other++) {
      if (isMissing(other)) {
        missing.append(missing.length() == 0 ? "" : ", ");
        missing.append(participants.communicatorRank(other));
        wait.needs(participants.processes()[other]);
      }
    }
    wait.operation(communicator.label() + ", rank " + missing + " missing" + trouble);
  }
}
