package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlResult;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Puts to one peer. Direct memory leaves from where it is, as one frame. Other memory is packed
 * into as many frames as it needs; until the last is in the queue nothing else may enter it, so
 * that what is sent after a put also arrives after it.
 */
public final class OutgoingPuts {
  /** The longest payload of a frame of kind PUT. */
  static final int MAX_PUT_BYTES = Integer.MAX_VALUE & -Long.BYTES;

  /** Room that a payload sent in place may need for its padding. */
  private static final int PADDING_BYTES = Long.BYTES;

  private final SendQueue queue;
  private final int packedBytes;

  private Convertor source;
  private long position;
  private long leftBytes;
  private long registration;
  private long offset;
  private BtlCompletion completion;

  /**
   * @param maxSendSize how long a frame is that is packed
   */
  public OutgoingPuts(SendQueue queue, int maxSendSize) {
    this.queue = queue;
    this.packedBytes = maxSendSize - TcpPutHeader.BYTES & -Long.BYTES;
  }

  /** True while a put has not all its frames in the queue. */
  public boolean isPacking() {
    return source != null;
  }

  /**
   * Begins a put; none is being packed.
   *
   * @param committed to be run when something has been committed to the queue
   * @return DONE, STARTED or BUSY
   */
  public BtlResult start(
      Convertor itsSource,
      long itsPosition,
      long lengthBytes,
      long itsRegistration,
      long itsOffset,
      BtlCompletion itsCompletion,
      Runnable committed) {
    if (lengthBytes == 0) {
      return BtlResult.DONE;
    }
    ByteBuffer direct = directBytes(itsSource, itsPosition, lengthBytes);
    if (direct != null) {
      return startInPlace(direct, itsRegistration, itsOffset, itsCompletion, committed);
    }
    source = itsSource;
    position = itsPosition;
    leftBytes = lengthBytes;
    registration = itsRegistration;
    offset = itsOffset;
    completion = itsCompletion;
    if (pack() == 0) {
      forget();
      return BtlResult.BUSY;
    }
    BtlResult result = leftBytes == 0 ? BtlResult.DONE : BtlResult.STARTED;
    if (leftBytes == 0) {
      forget();
    }
    committed.run();
    return result;
  }

  private BtlResult startInPlace(
      ByteBuffer payload,
      long itsRegistration,
      long itsOffset,
      BtlCompletion itsCompletion,
      Runnable committed) {
    int at = queue.claim(FramePrefix.BYTES + TcpPutHeader.BYTES + PADDING_BYTES);
    if (at < 0) {
      return BtlResult.BUSY;
    }
    writeHeader(at, itsRegistration, itsOffset, payload.remaining());
    queue.commit(FramePrefix.BYTES + TcpPutHeader.BYTES);
    SendQueue.Splice splice = queue.commitInPlace(payload, itsCompletion);
    committed.run();
    return queue.endOfSend(splice) ? BtlResult.DONE : BtlResult.STARTED;
  }

  /** The bytes as they lie in direct memory; null if they do not. */
  private static ByteBuffer directBytes(Convertor source, long position, long lengthBytes) {
    MemoryRegion region = source.region();
    ByteBuffer direct = region == null ? source.directBytes() : region.root();
    if (direct == null || lengthBytes > MAX_PUT_BYTES) {
      return null;
    }
    int from = (int) (position + (region == null ? 0 : region.offset()));
    return direct.duplicate().clear().limit(from + (int) lengthBytes).position(from);
  }

  /** Goes on; returns the completion to call if the put has all its frames in the queue now. */
  public BtlCompletion advance() {
    pack();
    return leftBytes == 0 ? abandon() : null;
  }

  /** Gives up; returns the completion to call, or null. */
  public BtlCompletion abandon() {
    BtlCompletion ended = completion;
    forget();
    return ended;
  }

  private void forget() {
    source = null;
    completion = null;
  }

  private int pack() {
    int frames = 0;
    while (leftBytes > 0) {
      int lengthBytes = (int) Math.min(packedBytes, leftBytes);
      int frameBytes = FramePrefix.frameBytes(TcpPutHeader.BYTES, lengthBytes);
      int at = queue.claim(frameBytes);
      if (at < 0) {
        return frames;
      }
      writeHeader(at, registration, offset, lengthBytes);
      source.pack(
          position, queue.memory(), at + FramePrefix.BYTES + TcpPutHeader.BYTES, lengthBytes);
      queue.commit(frameBytes);
      position += lengthBytes;
      offset += lengthBytes;
      leftBytes -= lengthBytes;
      frames++;
    }
    return frames;
  }

  private void writeHeader(int at, long itsRegistration, long itsOffset, int payloadBytes) {
    Memory memory = queue.memory();
    FramePrefix.writePut(memory, at, TcpPutHeader.BYTES, payloadBytes);
    TcpPutHeader.write(memory, at + FramePrefix.BYTES, itsRegistration, itsOffset);
  }
}
