package org.ob1j.btl.tcp.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ScatteringByteChannel;
import java.util.function.Consumer;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.memory.Memory;

/**
 * Takes the byte stream of one peer apart and delivers its frames.
 *
 * <p>Bytes are read into staging and delivered there. A long payload that has not been read is read
 * straight to where the receiver wants it, together with the first bytes of what follows:
 *
 * <pre>
 *   staging:  | frame | frame | prefix header payl|        payload: the rest by the next read
 *              start                              end
 * </pre>
 *
 * The reader is left in a good state before each delivery, so a receiver may throw.
 */
public final class FrameReader {
  /** How much is read at a time; frames that came in one read are delivered in one poll. */
  private static final int READ_BYTES = 64 << 10;

  /** How much is read beyond the end of a long frame: the next header, and little to be copied. */
  private static final int LOOKAHEAD_BYTES = 4 << 10;

  private static final int LONG_FRAME_BYTES = 16 << 10;

  /** Registered memory: nobody needs to know when a put has arrived. */
  private static final PayloadTarget PUT_TARGET =
      new PayloadTarget() {
        @Override
        public ByteBuffer memory() {
          throw new IllegalStateException("a put has its own view of its memory");
        }

        @Override
        public long offset() {
          return 0;
        }

        @Override
        public void arrived() {
          // The sender tells, by a message that follows.
        }

        @Override
        public void abandoned() {
          // Whoever waits for that message is told that the peer is gone.
        }
      };

  private final BtlEndpoint from;
  private final BtlReceiver receiver;
  private final StagingPool pool;
  private final TcpRegistrations registrations;
  private final int maxSendSize;
  private final int placeThreshold;
  private final Consumer<FrameRejectedException> onRejected;
  private final ByteBuffer[] pieces = new ByteBuffer[2];
  private Staging staging;
  private int start;
  private int end;
  private boolean declinedPlace;
  private boolean rejectedAhead;
  private PayloadTarget target;
  private int targetBytesLeft;

  /** Where in its array, if it is in one, the target ends, in bytes. */
  private long arrayEnd;

  /** How many bytes of a rejected put, its padding included, are still to be read and dropped. */
  private long droppedBytesLeft;

  private boolean departed;

  /**
   * @param registrations where puts may go
   * @param onRejected told of each frame that the receiver rejects; it is dropped and the stream
   *     goes on
   */
  public FrameReader(
      BtlEndpoint from,
      BtlReceiver receiver,
      StagingPool pool,
      TcpRegistrations registrations,
      BtlAttributes limits,
      Consumer<FrameRejectedException> onRejected) {
    this.from = from;
    this.receiver = receiver;
    this.pool = pool;
    this.registrations = registrations;
    this.maxSendSize = limits.maxSendSize();
    this.placeThreshold = limits.placeThreshold();
    this.onRejected = onRejected;
  }

  /** True once the peer has said goodbye. */
  public boolean isDeparted() {
    return departed;
  }

  /**
   * Reads once and delivers what is whole.
   *
   * @param arrays the same connection for payloads that go into arrays
   * @return how many bytes were read; 0 if there were none, -1 at the end of the stream
   * @throws FrameRejectedException if the stream itself cannot be right; it is of no more use
   */
  public int poll(ScatteringByteChannel channel, ArrayChannel arrays) throws IOException {
    if (staging == null) {
      staging = pool.take();
      start = 0;
      end = 0;
    }
    int count = 0;
    try {
      count = read(channel, arrays);
      if (count > 0) {
        deliverWhole();
      }
    } finally {
      if (start == end && target == null) {
        release();
      }
    }
    return count;
  }

  private int read(ScatteringByteChannel channel, ArrayChannel arrays) throws IOException {
    if (droppedBytesLeft > 0) {
      int count = channel.read(staging.view(0, 0, (int) Math.min(READ_BYTES, droppedBytesLeft)));
      droppedBytesLeft -= Math.max(0, count);
      return count;
    }
    return target == null ? readStaged(channel) : readPlaced(channel, arrays);
  }

  /** Drops what has been read. */
  public void abandon() {
    release();
    PayloadTarget abandoned = target;
    target = null;
    pieces[0] = null;
    if (abandoned != null) {
      abandoned.abandoned();
    }
  }

  private void release() {
    if (staging != null) {
      pool.give(staging);
      staging = null;
    }
  }

  private int readStaged(ScatteringByteChannel channel) throws IOException {
    int wantedBytes = wantedBytes();
    if (end + wantedBytes > pool.capacity()) {
      moveToFront();
    }
    int count = channel.read(staging.view(0, end, wantedBytes));
    end += Math.max(0, count);
    return count;
  }

  /** A read that ends shortly after a long frame leaves little of the next one to be copied. */
  private int wantedBytes() {
    if (end - start >= FramePrefix.BYTES && !FramePrefix.isPut(staging.memory().getLong(start))) {
      int missingBytes = frameBytesAt(start) - (end - start);
      if (missingBytes >= LONG_FRAME_BYTES) {
        return missingBytes + LOOKAHEAD_BYTES;
      }
    }
    return READ_BYTES;
  }

  private void moveToFront() {
    int lengthBytes = end - start;
    Memory memory = staging.memory();
    memory.bytes().put(0, memory.bytes(), start, lengthBytes);
    start = 0;
    end = lengthBytes;
  }

  private int readPlaced(ScatteringByteChannel channel, ArrayChannel arrays) throws IOException {
    int count = pieces[0] == null ? readArray(arrays) : readPieces(channel);
    if (count <= 0) {
      return count;
    }
    int placedBytes = Math.min(count, targetBytesLeft);
    targetBytesLeft -= placedBytes;
    end += count - placedBytes;
    if (targetBytesLeft == 0) {
      PayloadTarget whole = target;
      target = null;
      pieces[0] = null;
      whole.arrived();
    }
    return count;
  }

  private int readPieces(ScatteringByteChannel channel) throws IOException {
    pieces[1] = staging.view(0, end, LOOKAHEAD_BYTES);
    return (int) channel.read(pieces, 0, 2);
  }

  private int readArray(ArrayChannel arrays) throws IOException {
    arrays.begin(target.array());
    arrays.addArray(arrayEnd - targetBytesLeft, targetBytesLeft);
    arrays.addStaging(staging, end, LOOKAHEAD_BYTES);
    return (int) arrays.read();
  }

  private void deliverWhole() {
    while (target == null && droppedBytesLeft == 0 && end - start >= FramePrefix.BYTES) {
      long prefix = staging.memory().getLong(start);
      FramePrefix.check(prefix, maxSendSize);
      if (FramePrefix.isGoodbye(prefix)) {
        acceptGoodbye();
        return;
      }
      int headerBytes = FramePrefix.headerBytes(prefix);
      int payloadBytes = FramePrefix.payloadBytes(prefix);
      if (FramePrefix.isPut(prefix)) {
        if (end - start < FramePrefix.BYTES + headerBytes) {
          return;
        }
        acceptPut(payloadBytes);
        continue;
      }
      int frameBytes = FramePrefix.frameBytes(headerBytes, payloadBytes);
      if (end - start >= frameBytes) {
        int offset = start + FramePrefix.BYTES;
        boolean wanted = !rejectedAhead;
        start += frameBytes;
        declinedPlace = false;
        rejectedAhead = false;
        if (wanted) {
          deliver(offset, headerBytes, payloadBytes);
        }
      } else if (!place(headerBytes, payloadBytes)) {
        return;
      }
    }
  }

  private void deliver(int offset, int headerBytes, int payloadBytes) {
    Memory memory = staging.memory();
    Memory payload = payloadBytes == 0 ? null : memory;
    int payloadOffset = payloadBytes == 0 ? 0 : offset + headerBytes;
    try {
      receiver.receive(from, memory, offset, headerBytes, payload, payloadOffset, payloadBytes);
    } catch (FrameRejectedException rejected) {
      onRejected.accept(rejected);
    }
  }

  /** Asks where the payload of the frame at the start should go; false if it goes to staging. */
  private boolean place(int headerBytes, int payloadBytes) {
    int headerEnd = start + FramePrefix.BYTES + headerBytes;
    int stagedBytes = end - headerEnd;
    if (declinedPlace
        || payloadBytes < placeThreshold
        || stagedBytes < 0
        || stagedBytes >= payloadBytes) {
      return false;
    }
    PayloadTarget asked = ask(headerBytes, payloadBytes);
    if (asked == null) {
      declinedPlace = true;
      return false;
    }
    if (asked.array() != null) {
      asked.take(staging.memory(), headerEnd, stagedBytes);
      arrayEnd = asked.offset() + payloadBytes;
      readRestTo(asked, payloadBytes, stagedBytes);
      return true;
    }
    int offset = (int) asked.offset();
    ByteBuffer memory = asked.memory().duplicate().clear();
    readTo(asked, memory.position(offset).limit(offset + payloadBytes), headerEnd, stagedBytes);
    return true;
  }

  /** Lets the next reads go to where a payload belongs, the first bytes of which are here. */
  private void readTo(PayloadTarget where, ByteBuffer memory, int stagedAt, int stagedBytes) {
    int payloadBytes = memory.remaining();
    memory.put(staging.memory().bytes().slice(stagedAt, stagedBytes));
    pieces[0] = memory;
    readRestTo(where, payloadBytes, stagedBytes);
  }

  private void readRestTo(PayloadTarget where, int payloadBytes, int stagedBytes) {
    target = where;
    targetBytesLeft = payloadBytes - stagedBytes;
    // The padding is read behind the payload; placed so that the next frame is aligned.
    int paddingBytes = FramePrefix.padded(payloadBytes) - payloadBytes;
    start = paddingBytes == 0 ? 0 : Long.BYTES;
    end = start - paddingBytes;
  }

  /** The header of a put is here, and perhaps some of its payload, or all. */
  private void acceptPut(int payloadBytes) {
    int headerAt = start + FramePrefix.BYTES;
    int payloadAt = headerAt + TcpPutHeader.BYTES;
    int stagedBytes = end - payloadAt;
    int paddedBytes = FramePrefix.padded(payloadBytes);
    Memory memory = staging.memory();
    ByteBuffer where;
    try {
      where =
          registrations.target(
              TcpPutHeader.registration(memory, headerAt),
              TcpPutHeader.offset(memory, headerAt),
              payloadBytes);
    } catch (FrameRejectedException rejected) {
      onRejected.accept(rejected);
      skip(payloadAt, paddedBytes);
      return;
    }
    if (stagedBytes >= paddedBytes) {
      where.put(0, memory.bytes(), payloadAt, payloadBytes);
      start = payloadAt + paddedBytes;
    } else if (stagedBytes < payloadBytes) {
      readTo(PUT_TARGET, where, payloadAt, stagedBytes);
    } else {
      // The payload is here, some of its padding is not.
      where.put(0, memory.bytes(), payloadAt, payloadBytes);
      skip(payloadAt, paddedBytes);
    }
  }

  private void skip(int payloadAt, int paddedBytes) {
    int stagedBytes = Math.min(end - payloadAt, paddedBytes);
    droppedBytesLeft = paddedBytes - stagedBytes;
    start = payloadAt + stagedBytes;
    if (droppedBytesLeft > 0) {
      start = 0;
      end = 0;
    }
  }

  private PayloadTarget ask(int headerBytes, int payloadBytes) {
    int offset = start + FramePrefix.BYTES;
    try {
      return receiver.place(from, staging.memory(), offset, headerBytes, payloadBytes);
    } catch (FrameRejectedException rejected) {
      rejectedAhead = true;
      onRejected.accept(rejected);
      return null;
    }
  }

  private void acceptGoodbye() {
    start += FramePrefix.BYTES;
    departed = true;
    if (start != end) {
      throw new FrameRejectedException(
          Rejection.BAD_FRAMING, (end - start) + " bytes follow the peer's goodbye");
    }
  }

  private int frameBytesAt(int offset) {
    long prefix = staging.memory().getLong(offset);
    return FramePrefix.frameBytes(
        FramePrefix.headerBytes(prefix), FramePrefix.payloadBytes(prefix));
  }
}
