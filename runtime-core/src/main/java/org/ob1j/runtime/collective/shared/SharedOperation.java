package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * One of {@link AreaCollectives}, with data of any kind, or before all ranks are known to have the
 * area. For a rank that waits it has no rounds. One that was started has one, in which it waits for
 * its {@link StartedOperation}.
 */
class SharedOperation extends MemberAlgorithm {
  private final SharedCollectives collectives;
  private final CollectiveKind kind;
  private final long bytes;
  private final Blocks own;
  private final Blocks all;
  private final Reduction reduction;
  private final int root;

  /** Null if it goes through the area. */
  private Algorithm messages;

  /** Which round was the first of the messages. */
  private int first;

  /** Null unless it was started, and goes through an area or waits for an agreement on one. */
  private StartedOperation started;

  /**
   * The arguments are those of {@link MessageAlgorithms#byMessages}; bytes are those of a block.
   */
  SharedOperation(
      Members members,
      SharedCollectives collectives,
      CollectiveKind kind,
      long bytes,
      Blocks own,
      Blocks all,
      Reduction reduction,
      int root) {
    super(members);
    this.collectives = collectives;
    this.kind = kind;
    this.bytes = bytes;
    this.own = own;
    this.all = all;
    this.reduction = reduction;
    this.root = root;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (messages == null) {
      if (started != null) {
        started.requireDone();
        if (!started.goesByMessages()) {
          return false;
        }
      } else if (round.waits() ? meetIfPossible() : enter(round)) {
        return !round.waits();
      }
      messages = byMessages();
      first = number;
    }
    return messages.begin(number - first, round);
  }

  /** Does it all while the rank waits; false if messages are to do it. */
  private boolean meetIfPossible() {
    AreaCollectives inArea = collectives.inArea();
    if (inArea == null) {
      return false;
    }
    if (meet(inArea)) {
      collectives.met();
      return true;
    }
    if (inArea.meeting().isGivenUp()) {
      collectives.giveUp();
    } else {
      // Ranks that may have given too little data, and wait, are told.
      inArea.meeting().goByMessages();
    }
    return false;
  }

  /** Begins what was started; false if messages are to do it, which all ranks find or are told. */
  private boolean enter(Round round) {
    StartedMeeting meeting = collectives.started();
    int tag = meeting == null || !mayStart() ? 0 : round.takeTag();
    if (tag == 0) {
      return false;
    }
    collectives.agreeOnStarted();
    boolean fits = StartedOperation.fits(kind, bytes, size) && isWhole();
    StartedOperation operation =
        fits || kind == CollectiveKind.BROADCAST
            ? withData(meeting, round)
            : new StartedOperation(meeting, round, kind, root, bytes, null, 0, null, 0, 0, null);
    if (!meeting.enter(operation, tag, fits)) {
      return false;
    }
    started = operation;
    round.add(operation);
    return true;
  }

  private StartedOperation withData(StartedMeeting meeting, Round round) {
    Object from = own == null ? null : own.storage;
    long fromAt = own == null ? 0 : own.offsetBytes(0);
    Object to = all == null ? null : all.storage;
    long toAt = all == null ? 0 : all.offsetBytes(0);
    if (isShort()) {
      putInItsPlace();
      from = null;
    }
    int count = reduction == null ? 0 : own.count(0);
    return new StartedOperation(
        meeting, round, kind, root, bytes, from, fromAt, to, toAt, count, reduction);
  }

  /** Whether this rank's block is shorter than its place among those of all. */
  private boolean isShort() {
    return kind.gathers() && own != null && all != null && own.bytes(0) < bytes;
  }

  /** As by messages: the rest of its place stays as it is. */
  private void putInItsPlace() {
    workspace.copy(
        own.storage, own.offsetBytes(0), all.storage, all.offsetBytes(rank), own.bytes(0));
  }

  /** Whether each block of this rank is as long as its place; if not, others are told. */
  private boolean isWhole() {
    return kind != CollectiveKind.ALL_TO_ALL || own.bytes(0) == bytes;
  }

  /** Whether it may go through the area of what is started. */
  boolean mayStart() {
    return !kind.isVariable();
  }

  /** What does it with messages. */
  Algorithm byMessages() {
    return collectives.byMessages(kind, own, all, reduction, root);
  }

  /** Does it all; false, at all ranks, if messages are to do it. */
  private boolean meet(AreaCollectives inArea) {
    if (!inArea.fits(kind, bytes) || kind == CollectiveKind.ALL_TO_ALL && own.bytes(0) != bytes) {
      return false;
    }
    Object from = own == null ? null : own.storage;
    long fromAt = own == null ? 0 : own.offsetBytes(0);
    Object to = all == null ? null : all.storage;
    long toAt = all == null ? 0 : all.offsetBytes(0);
    if (isShort()) {
      putInItsPlace();
      from = null;
    }
    return meet(inArea, from, fromAt, to, toAt);
  }

  /** The same with data that fits. */
  boolean meet(AreaCollectives inArea, Object from, long fromAt, Object to, long toAt) {
    int length = (int) bytes;
    return switch (kind) {
      case BARRIER -> inArea.barrier();
      case BROADCAST -> inArea.broadcast(root, from, fromAt, length);
      case SCATTER -> inArea.scatter(root, to, toAt, from, fromAt, length);
      case GATHER, ALL_GATHER -> inArea.gather(kind, root, from, fromAt, to, toAt, length);
      case ALL_TO_ALL -> inArea.allToAll(from, fromAt, to, toAt, length);
      case REDUCE, ALL_REDUCE ->
          inArea.reduce(kind, root, from, fromAt, to, toAt, own.count(0), length, reduction);
      case ALL_GATHER_V, ALL_TO_ALL_V -> inArea.exchange(kind, own, all);
      case SCATTER_V -> inArea.scatterV(root, all, own);
      case REDUCE_SCATTER -> throw new IllegalStateException("a class of its own does it");
    };
  }

  @Override
  public String name() {
    return messages == null ? name(kind) : messages.name();
  }

  static String name(CollectiveKind kind) {
    return "shared-memory " + kind;
  }

  @Override
  public void release() {
    if (messages != null) {
      messages.release();
    }
  }
}
