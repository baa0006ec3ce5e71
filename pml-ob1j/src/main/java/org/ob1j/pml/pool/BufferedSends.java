package org.ob1j.pml.pool;

import org.ob1j.runtime.pml.PmlException;

/**
 * The room for buffered sends that the user has attached (MPI standard, "Buffer Allocation and
 * Usage"). Each send occupies its length and an overhead until it has left.
 */
public final class BufferedSends {
  /** What each buffered send occupies beside its data: MPI's BSEND_OVERHEAD. */
  static final int OVERHEAD_BYTES = 128;

  /**
   * Where nothing is attached, so much may wait for a busy transport: Open MPI, too, sends short
   * messages without the user's buffer.
   */
  private static final int UNATTACHED_BYTES = 1 << 20;

  private boolean attached;
  private long capacityBytes;
  private long occupiedBytes;

  public void attach(long newCapacityBytes) {
    if (attached) {
      throw new IllegalStateException(
          "a buffer of " + capacityBytes + " bytes is attached already; detach it first");
    }
    attached = true;
    capacityBytes = newCapacityBytes;
  }

  /** Takes the buffer away. Nothing occupies it any more. */
  public void detach() {
    if (!attached) {
      throw new IllegalStateException("no buffer is attached");
    }
    attached = false;
    capacityBytes = 0;
  }

  public boolean isOccupied() {
    return occupiedBytes != 0;
  }

  public long freeBytes() {
    return capacityBytes - occupiedBytes;
  }

  /**
   * True if a message of this length would find room now.
   *
   * @param eager whether it may be sent whole, so that it finds room where nothing is attached
   */
  public boolean hasRoom(long lengthBytes, boolean eager) {
    long roomBytes = attached ? capacityBytes : eager ? UNATTACHED_BYTES : 0;
    return occupiedBytes + lengthBytes + OVERHEAD_BYTES <= roomBytes;
  }

  /**
   * Occupies room for a message and returns how much.
   *
   * @throws PmlException if there is not enough
   */
  public long take(long lengthBytes, boolean eager) {
    if (!hasRoom(lengthBytes, eager)) {
      throw new PmlException(
          PmlException.Reason.NO_BUFFER_SPACE,
          attached
              ? "a buffered send of "
                  + lengthBytes
                  + " bytes needs "
                  + (lengthBytes + OVERHEAD_BYTES)
                  + " bytes of the attached buffer; "
                  + freeBytes()
                  + " of "
                  + capacityBytes
                  + " are free"
              : "a buffered send of "
                  + lengthBytes
                  + " bytes needs a buffer; attach one with MPI.attachBuffer (without one, only"
                  + " messages up to the transport's eager limit are sent, while the receiver has"
                  + " room)");
    }
    occupiedBytes += lengthBytes + OVERHEAD_BYTES;
    return lengthBytes + OVERHEAD_BYTES;
  }

  public void give(long bytes) {
    occupiedBytes -= bytes;
  }
}
