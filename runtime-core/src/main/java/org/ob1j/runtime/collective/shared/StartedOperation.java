package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A collective that was started, as its rank's {@link StartedMeeting} has it: what the rank gives,
 * and where it puts what others give. Complete once it has, or messages are to do it.
 */
final class StartedOperation extends PmlRequest {
  private final StartedMeeting meeting;
  private final Round round;
  private final CollectiveKind kind;
  private final int root;
  private final long bytes;
  private final Object own;
  private final long ownAt;
  private final Object all;
  private final long allAt;
  private final int count;
  private final Reduction reduction;

  private int number;
  private long gift;
  private boolean goesByMessages;
  private RuntimeException failure;

  /**
   * The arguments are those of {@link MessageAlgorithms#byMessages}, with storage and place of both
   * blocks.
   *
   * @param round of the operation, which ends if this fails after messages have begun to do it
   * @param bytes of each rank's block, or of the data of a broadcast
   * @param count elements of a block, if they are combined
   */
  StartedOperation(
      StartedMeeting meeting,
      Round round,
      CollectiveKind kind,
      int root,
      long bytes,
      Object own,
      long ownAt,
      Object all,
      long allAt,
      int count,
      Reduction reduction) {
    this.meeting = meeting;
    this.round = round;
    this.kind = kind;
    this.root = root;
    this.bytes = bytes;
    this.own = own;
    this.ownAt = ownAt;
    this.all = all;
    this.allAt = allAt;
    this.count = count;
    this.reduction = reduction;
    open();
  }

  /** Gives it its place among others. */
  void begin(int newNumber, int tag, boolean fits) {
    number = newNumber;
    gift = StartedGift.of(number, kind, root, tag, fits ? (int) bytes : StartedGift.TOO_LONG);
  }

  int number() {
    return number;
  }

  /** What this rank gives; where all do the same, what each gives. */
  long gift() {
    return gift;
  }

  /** Whether this rank gives data; if not, it has too much. */
  boolean hasData() {
    return StartedGift.bytes(gift) != StartedGift.TOO_LONG;
  }

  /** Whether the root tells this rank how it goes: it alone knows how much data there is. */
  boolean isToldHow(int rank) {
    return kind == CollectiveKind.BROADCAST && rank != root;
  }

  /** Whether the data of all can be given. */
  static boolean fits(CollectiveKind kind, long bytes, int size) {
    long given =
        kind == CollectiveKind.SCATTER || kind == CollectiveKind.ALL_TO_ALL ? bytes * size : bytes;
    return given <= StartedArea.MOST_BYTES;
  }

  /** The first rank that this one waits for; those that it does not wait for are at the end. */
  int firstAwaited(int rank, int size) {
    return switch (kind) {
      case BROADCAST, SCATTER -> rank == root ? size : root;
      case GATHER, REDUCE -> rank == root ? 0 : size;
      default -> 0;
    };
  }

  /** The end of the ranks that this one waits for. */
  int endAwaited(int rank, int size) {
    boolean awaitsRoot =
        rank != root && (kind == CollectiveKind.BROADCAST || kind == CollectiveKind.SCATTER);
    return awaitsRoot ? root + 1 : size;
  }

  /** Whether what another rank gives goes with it. Of a broadcast this rank may expect more. */
  boolean goesWith(long theirs) {
    if (theirs == gift) {
      return true;
    }
    if (kind != CollectiveKind.BROADCAST || !StartedGift.areAlike(theirs, gift)) {
      return false;
    }
    int its = StartedGift.bytes(theirs);
    return its == StartedGift.TOO_LONG || its <= Math.min(bytes, StartedArea.MOST_BYTES);
  }

  /** Puts this rank's data into the area. */
  void put(StartedArea area, int rank, int size, Workspace workspace) {
    int place = area.data(number, rank);
    switch (kind) {
      case BROADCAST -> {
        if (rank == root) {
          put(workspace, area, own, ownAt, place, bytes);
        }
      }
      case SCATTER -> {
        if (rank == root) {
          put(workspace, area, all, allAt, place, size * bytes);
        }
      }
      case GATHER, ALL_GATHER -> {
        if (own != null) {
          put(workspace, area, own, ownAt, place, bytes);
        } else {
          put(workspace, area, all, allAt + rank * bytes, place, bytes);
        }
      }
      case ALL_TO_ALL -> put(workspace, area, own, ownAt, place, size * bytes);
      case REDUCE, ALL_REDUCE -> put(workspace, area, own, ownAt, place, bytes);
      default -> {
        // A barrier has no data.
      }
    }
  }

  /** Takes what all have given out of the area. */
  void take(StartedArea area, int rank, int size, Workspace workspace, OperandArrays arrays) {
    switch (kind) {
      case BROADCAST -> {
        if (rank != root) {
          int given = StartedGift.bytes(area.gift(number, root));
          take(workspace, area, area.data(number, root), own, ownAt, given);
        }
      }
      case SCATTER -> {
        if (own != null) {
          long place = area.data(number, root) + rank * bytes;
          take(workspace, area, place, own, ownAt, bytes);
        }
      }
      case GATHER, ALL_GATHER -> {
        for (int owner = 0; all != null && owner < size; owner++) {
          take(workspace, area, area.data(number, owner), all, allAt + owner * bytes, bytes);
        }
      }
      case ALL_TO_ALL -> {
        for (int owner = 0; owner < size; owner++) {
          long place = area.data(number, owner) + rank * bytes;
          take(workspace, area, place, all, allAt + owner * bytes, bytes);
        }
      }
      case REDUCE, ALL_REDUCE -> {
        if (all != null) {
          combine(area, size, workspace, arrays);
        }
      }
      default -> {
        // A barrier has no data.
      }
    }
  }

  /** In the order of the ranks. */
  private void combine(StartedArea area, int size, Workspace workspace, OperandArrays arrays) {
    PrimitiveType type = reduction.operandType();
    arrays.prepare(type, (int) bytes / type.sizeBytes());
    Object result = arrays.first();
    Object next = arrays.second();
    take(workspace, area, area.data(number, 0), result, 0, bytes);
    for (int owner = 1; owner < size; owner++) {
      take(workspace, area, area.data(number, owner), next, 0, bytes);
      reduction.apply(result, 0, next, 0, count);
      Object before = result;
      result = next;
      next = before;
    }
    workspace.copy(result, 0, all, allAt, bytes);
  }

  private static void put(
      Workspace workspace, StartedArea area, Object from, long fromAt, long place, long length) {
    workspace.copy(from, fromAt, area.viewFor(from), place, length);
  }

  private static void take(
      Workspace workspace, StartedArea area, long place, Object to, long toAt, long length) {
    workspace.copy(area.viewFor(to), place, to, toAt, length);
  }

  /** This rank has said that it is there. If it has too much data, messages begin. */
  void given(int rank) {
    if (!hasData() && !isToldHow(rank)) {
      endByMessages();
    }
  }

  /** All whom this rank waits for have given what goes with it. */
  void finish(StartedArea area, int rank, int size, Workspace workspace, OperandArrays arrays) {
    if (isComplete()) {
      // Messages do it.
      return;
    }
    if (isToldHow(rank) && StartedGift.bytes(area.gift(number, root)) == StartedGift.TOO_LONG) {
      endByMessages();
    } else {
      take(area, rank, size, workspace, arrays);
      end();
    }
  }

  /** It will not be done. */
  void fail(RuntimeException reason) {
    if (isComplete()) {
      round.fail(reason);
    } else {
      failure = reason;
      end();
    }
  }

  /** The ranks share no area, or one has too much data. */
  void endByMessages() {
    goesByMessages = true;
    end();
  }

  private void end() {
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }

  /** Whether messages are to do it, which all ranks find. */
  boolean goesByMessages() {
    return goesByMessages;
  }

  /** Throws why it was not done. */
  void requireDone() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void describe(WaitDescription wait) {
    meeting.describe(wait, this);
  }
}
