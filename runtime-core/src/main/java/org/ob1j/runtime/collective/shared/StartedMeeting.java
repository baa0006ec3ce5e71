package org.ob1j.runtime.collective.shared;

import java.util.ArrayDeque;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * How one rank gets on with the collectives that it has started and that go through a {@link
 * StartedArea}. It gives to them, and reads what all have given, in the order in which they were
 * started, whenever the engine polls; so a poll looks at one operation, however many there are.
 *
 * <pre>
 *   started ──► to give ─────────────────► given ──────────────────► done
 *               until the ranks have       until those have given
 *               agreed, and all have done  that this rank waits for,
 *               what was in the row        then it reads
 * </pre>
 *
 * Where the ranks do not agree on an area, those that wait for that go by messages then.
 */
public final class StartedMeeting implements Progressable {
  private static final int NOBODY = -1;

  /** Between two looks at what should not happen. */
  private static final int POLLS_PER_SURVEY = 1024;

  /** A sleep counts for so many, as it may be long. */
  private static final int POLLS_PER_SLEEP = 256;

  /** How often this rank tells what it has done, while there is more: so often in all rows. */
  private static final int TELLS = 4;

  private enum Stage {
    AGREEING,
    SHARING,
    /** There is no area. */
    ALONE
  }

  private final Pml pml;
  private final PmlCommunicator communicator;
  private final int[] processes;
  private final Members members;
  private final int rank;
  private final int size;
  private final OperandArrays arrays;

  /** Null if this rank shares no memory. */
  private final SharedRegions regions;

  private final ArrayDeque<StartedOperation> toGive = new ArrayDeque<>();
  private final ArrayDeque<StartedOperation> given = new ArrayDeque<>();
  private Stage stage = Stage.AGREEING;
  private Region region;
  private StartedArea area;
  private AreaDoorbells doorbells;

  /** The last operation that was started; numbers go round. */
  private int last;

  /** The last that this rank has done, and the last of which it has told that. */
  private int done;

  private int told;

  /** An operation that all ranks have told to have done, or one before it. */
  private int doneByAll;

  /** The rank that the first of those given waits for. */
  private int awaited = NOBODY;

  /** Whom this rank has asked to wake it. */
  private int asked = NOBODY;

  private int polls;
  private String trouble = "";

  /**
   * Of one rank.
   *
   * @param regions null if it shares no memory, as where several threads start operations; the
   *     others find that when they agree
   */
  StartedMeeting(
      Pml pml,
      PmlCommunicator communicator,
      int[] processes,
      Members members,
      SharedRegions regions) {
    this.pml = pml;
    this.communicator = communicator;
    this.processes = processes;
    this.members = members;
    rank = members.rank();
    size = members.size();
    arrays = new OperandArrays(members.workspace());
    this.regions = regions;
  }

  /** How the ranks agree on the area. */
  AreaAgreement agreement(MessageAlgorithms messages) {
    return new AreaAgreement(members, messages, regions, processes[0]) {
      @Override
      Region create(SharedRegions from) {
        return StartedArea.create(from, size);
      }

      @Override
      long contents() {
        return StartedArea.lengthBytes(size);
      }

      @Override
      int lengthBytes(long contentsOfRankZero) {
        int own = StartedArea.lengthBytes(size);
        return contentsOfRankZero == own ? own : 0;
      }

      @Override
      void decide(Region agreed, long contentsOfRankZero) {
        if (agreed == null) {
          goByMessages();
        } else {
          share(agreed, new StartedArea(agreed.memory(), size));
        }
      }
    };
  }

  /** All ranks have this area. */
  synchronized void share(Region agreed, StartedArea its) {
    region = agreed;
    area = its;
    doorbells = its.doorbells();
    stage = Stage.SHARING;
    give();
  }

  /** The ranks have no area. */
  private synchronized void goByMessages() {
    stage = Stage.ALONE;
    for (StartedOperation each = toGive.poll(); each != null; each = toGive.poll()) {
      each.endByMessages();
    }
  }

  /**
   * Takes one that the rank starts. Before the ranks have agreed any thread may call this.
   *
   * @param tag counts all that were started
   * @param fits whether the rank gives its data, or only that it is there
   * @return whether to wait for it; if not, messages are to do it at once
   */
  synchronized boolean enter(StartedOperation operation, int tag, boolean fits) {
    if (stage == Stage.ALONE) {
      return false;
    }
    operation.begin(++last, tag, fits);
    toGive.add(operation);
    if (stage == Stage.SHARING) {
      give();
    }
    return !operation.isComplete();
  }

  /** Gives to as many as have a row. */
  private void give() {
    boolean gave = false;
    for (StartedOperation next = toGive.peek();
        next != null && hasRow(next.number());
        next = toGive.peek()) {
      toGive.poll();
      given.add(next);
      if (next.hasData()) {
        next.put(area, rank, size, members.workspace());
      }
      area.give(next.number(), rank, next.gift());
      next.given(rank);
      gave = true;
    }
    if (gave) {
      wakeSleepers();
    }
  }

  private void wakeSleepers() {
    String notWoken = doorbells.wakeSleepers(rank);
    if (notWoken != null) {
      trouble = notWoken;
    }
  }

  private boolean hasRow(int number) {
    if (number - doneByAll > area.rows()) {
      findSlowest();
    }
    return number - doneByAll <= area.rows();
  }

  /** The rank that has done least. Each is looked at once: they go on meanwhile. */
  private int findSlowest() {
    int slowest = 0;
    int least = area.done(0);
    for (int other = 1; other < size; other++) {
      int itsDone = area.done(other);
      if (itsDone - least < 0) {
        slowest = other;
        least = itsDone;
      }
    }
    doneByAll = least;
    return slowest;
  }

  @Override
  public int progress() {
    if (stage != Stage.SHARING) {
      return 0;
    }
    int ended = 0;
    while (!given.isEmpty() && endFirst(given.peek())) {
      ended++;
    }
    if (ended != 0) {
      tell();
    }
    if (!toGive.isEmpty()) {
      give();
    }
    return ended;
  }

  /** Whether an operation, the first of those given, waits for nobody any more. */
  private boolean hasCome(StartedOperation first) {
    int end = first.endAwaited(rank, size);
    int other = awaited == NOBODY ? first.firstAwaited(rank, size) : awaited;
    while (other < end && (other == rank || hasGiven(other, first))) {
      other++;
    }
    awaited = other;
    return other >= end;
  }

  private boolean hasGiven(int other, StartedOperation operation) {
    long gift = area.gift(operation.number(), other);
    if (gift == operation.gift()) {
      return true;
    }
    return StartedGift.number(gift) == operation.number() && operation.goesWith(gift);
  }

  /** Why the rank that an operation waits for will not come to it; null while it may. */
  private CollectiveException whatIsWrong(StartedOperation first) {
    long gift = area.gift(first.number(), awaited);
    if (StartedGift.number(gift) == first.number() && !first.goesWith(gift)) {
      return new CollectiveException(PmlError.TRUNCATED, mismatch(awaited, gift, first.gift()));
    }
    if (++polls < POLLS_PER_SURVEY) {
      return null;
    }
    polls = 0;
    String failure = communicator.failureOf(awaited);
    return failure == null
        ? null
        : new CollectiveException(
            PmlError.PEER_FAILED,
            "rank " + awaited + " does not come to the collective: " + failure);
  }

  private static String mismatch(int other, long theirs, long mine) {
    return "rank "
        + other
        + " is in "
        + StartedGift.describe(theirs)
        + ", this rank in "
        + StartedGift.describe(mine)
        + "; all ranks must start the same collectives in the same order, with the same root and"
        + " the same amount of data";
  }

  /** Ends the first of those given, if it waits for nobody or something is wrong. */
  private boolean endFirst(StartedOperation first) {
    boolean hasCome = hasCome(first);
    RuntimeException wrong = hasCome ? null : whatIsWrong(first);
    if (!hasCome && wrong == null) {
      return false;
    }
    given.poll();
    awaited = NOBODY;
    done = first.number();
    if (hasCome) {
      first.finish(area, rank, size, members.workspace(), arrays);
    } else {
      first.fail(wrong);
    }
    return true;
  }

  /** Tells what this rank has done, now and then. */
  private void tell() {
    if (given.isEmpty() || done - told >= area.rows() / TELLS) {
      told = done;
      area.done(rank, done);
      wakeSleepers();
    }
  }

  @Override
  public void prepareSleep() {
    if (stage != Stage.SHARING) {
      return;
    }
    int other = whoIsAwaited();
    DoorbellAddress doorbell = pml.doorbell().address();
    if (other != NOBODY && doorbell != null) {
      asked = other;
      doorbells.askToBeWoken(rank, doorbell, other);
    }
  }

  /**
   * The rank that has to do something before this one can get on; NOBODY if it can, or need not.
   */
  private int whoIsAwaited() {
    if (!given.isEmpty()) {
      return awaited;
    }
    return toGive.isEmpty() ? NOBODY : findSlowest();
  }

  @Override
  public long maxSleepNanos() {
    if (stage != Stage.SHARING || given.isEmpty() && toGive.isEmpty()) {
      return Long.MAX_VALUE;
    }
    polls += POLLS_PER_SLEEP;
    boolean canGetOn = given.isEmpty() ? hasRow(toGive.peek().number()) : isOver(given.peek());
    return !canGetOn
            && asked != NOBODY
            && asked == whoIsAwaited()
            && doorbells.isAsking(rank, asked)
        ? Long.MAX_VALUE
        : 0;
  }

  @Override
  public void endSleep() {
    if (asked != NOBODY) {
      doorbells.stopAsking(rank, asked);
      asked = NOBODY;
    }
  }

  private boolean isOver(StartedOperation first) {
    return hasCome(first) || whatIsWrong(first) != null;
  }

  /** What an operation waits for. */
  void describe(WaitDescription wait, StartedOperation operation) {
    if (stage != Stage.SHARING) {
      wait.operation("that the ranks agree on memory that they share");
      return;
    }
    StringBuilder missing = new StringBuilder();
    for (int other = 0; other < size; other++) {
      if (other != rank && isMissing(other, operation)) {
        missing.append(missing.length() == 0 ? "" : ", ").append(other);
        wait.needs(processes[other]);
      }
    }
    wait.operation(communicator.label() + ", rank " + missing + " missing" + trouble);
  }

  /** Whether a rank has not come so far; if it is ahead, the row may have been used again. */
  private boolean isMissing(int other, StartedOperation operation) {
    return StartedGift.number(area.gift(operation.number(), other)) - operation.number() < 0;
  }

  /** The communicator is used no more. */
  void close() {
    if (stage == Stage.SHARING) {
      area.leave(rank);
      if (rank == 0) {
        regions.free(region, area::isLeft);
      }
      stage = Stage.ALONE;
    }
  }
}
