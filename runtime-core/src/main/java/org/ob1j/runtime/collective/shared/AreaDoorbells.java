package org.ob1j.runtime.collective.shared;

import java.io.IOException;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.PeerDoorbell;

/**
 * Who sleeps in an area, and where it is woken. Each rank has four words there:
 *
 * <pre>
 *     0  sleepers: a bit for each rank that waits for this one, and is to be woken
 *     8  doorbell of this rank: process (8) | inode (8) | descriptor (8)
 * </pre>
 */
final class AreaDoorbells {
  private static final int PROCESS_OFFSET = Long.BYTES;
  private static final int INODE_OFFSET = PROCESS_OFFSET + Long.BYTES;
  private static final int DESCRIPTOR_OFFSET = INODE_OFFSET + Long.BYTES;

  /** How a rank is woken. */
  interface Ringer {
    /** Wakes a rank, or throws if it cannot be reached. */
    void ring(int by, DoorbellAddress doorbell) throws IOException;
  }

  /** Opens a doorbell for each ring: it is done seldom. */
  static final Ringer ONCE =
      new Ringer() {
        @Override
        public void ring(int by, DoorbellAddress doorbell) throws IOException {
          PeerDoorbell.ringOnce(doorbell);
        }
      };

  private final Memory memory;
  private final int ranks;
  private final int offset;
  private final int strideBytes;
  private final Ringer ringer;

  /**
   * Those of an area in which each rank has words so far behind those of the rank before it.
   *
   * @param offset where those of rank 0 are
   */
  AreaDoorbells(Memory memory, int ranks, int offset, int strideBytes, Ringer ringer) {
    this.memory = memory;
    this.ranks = ranks;
    this.offset = offset;
    this.strideBytes = strideBytes;
    this.ringer = ringer;
  }

  private int of(int rank) {
    return offset + rank * strideBytes;
  }

  /** Asks a rank to wake this one, at this doorbell, when it gives next. */
  void askToBeWoken(int rank, DoorbellAddress doorbell, int by) {
    memory.putLong(of(rank) + PROCESS_OFFSET, doorbell.processId());
    memory.putLong(of(rank) + INODE_OFFSET, doorbell.inode());
    memory.putLong(of(rank) + DESCRIPTOR_OFFSET, doorbell.descriptor());
    memory.getAndBitwiseOrLong(of(by), 1L << rank);
  }

  /** Whether a rank that was asked has not promised yet to wake this one. */
  boolean isAsking(int rank, int by) {
    return (memory.getLongVolatile(of(by)) >> rank & 1) != 0;
  }

  /** Takes the question back. The other may have seen it, and rings for nothing then. */
  void stopAsking(int rank, int by) {
    memory.getAndBitwiseAndLong(of(by), ~(1L << rank));
  }

  /**
   * Wakes all ranks that ask this one, which has given. Who is not seen to ask still looks.
   *
   * @return null, or what to tell in reports: one that is not woken wakes by itself after a while
   */
  String wakeSleepers(int rank) {
    return hasSleepers(rank) ? wake(rank, memory.getAndSetLong(of(rank), 0)) : null;
  }

  /** Whether some ranks wait for this one, and are to be woken. */
  boolean hasSleepers(int rank) {
    return memory.getLong(of(rank)) != 0;
  }

  private String wake(int rank, long sleepers) {
    String trouble = null;
    for (long left = sleepers; left != 0; left &= left - 1) {
      int other = Long.numberOfTrailingZeros(left);
      if (other != rank && other < ranks) {
        try {
          ringer.ring(rank, doorbell(other));
        } catch (IOException lost) {
          trouble = ", could not ring rank " + other + ": " + lost.getMessage();
        }
      }
    }
    return trouble;
  }

  private DoorbellAddress doorbell(int rank) {
    return new DoorbellAddress(
        memory.getLong(of(rank) + PROCESS_OFFSET),
        (int) memory.getLong(of(rank) + DESCRIPTOR_OFFSET),
        memory.getLong(of(rank) + INODE_OFFSET));
  }
}
