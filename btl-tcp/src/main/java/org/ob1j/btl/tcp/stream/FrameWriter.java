package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.Frame;
import org.ob1j.runtime.memory.Memory;

/** Puts frames for one peer together in its queue, their payloads copied or where they are. */
public final class FrameWriter {
  /** Copying a payload of this length costs less than a second piece of a gathering write. */
  public static final int COPY_BYTES = 16 << 10;

  /** Room that a payload sent in place may need for its padding. */
  private static final int PADDING_BYTES = Long.BYTES;

  private final int peer;
  private final int maxSendSize;
  private final SendQueue queue;
  private final Frame frame = new Frame();

  public FrameWriter(int peer, int maxSendSize, SendQueue queue) {
    this.peer = peer;
    this.maxSendSize = maxSendSize;
    this.queue = queue;
  }

  /** Sets room for a frame aside; null if there is none now. */
  public Frame reserve(int headerBytes, int payloadBytes) {
    FramePrefix.requireSendable(peer, headerBytes, payloadBytes, maxSendSize);
    int offset =
        queue.claim(
            FramePrefix.frameBytes(headerBytes, payloadBytes)
                + (payloadBytes == 0 ? PADDING_BYTES : 0));
    if (offset < 0) {
      return null;
    }
    Memory memory = queue.memory();
    int headerOffset = offset + FramePrefix.BYTES;
    frame.setHeader(memory, headerOffset, headerBytes);
    if (payloadBytes == 0) {
      frame.setPayload(null, 0, 0);
    } else {
      frame.setPayload(memory, headerOffset + headerBytes, payloadBytes);
    }
    return frame;
  }

  /** Appends a frame that is written whole. */
  public void commit(Frame reserved) {
    int payloadBytes = reserved.payloadBytes();
    writePrefix(reserved, payloadBytes);
    queue.commit(FramePrefix.frameBytes(reserved.headerBytes(), payloadBytes));
  }

  /** Appends a frame and a copy of its payload, if that is short; false if it is not. */
  public boolean commitCopied(Frame reserved, ByteBuffer payload, int offset, int payloadBytes) {
    int frameBytes = FramePrefix.frameBytes(reserved.headerBytes(), payloadBytes);
    if (payloadBytes > COPY_BYTES || !queue.couldClaim(frameBytes)) {
      return false;
    }
    writePrefix(reserved, payloadBytes);
    reserved
        .headerMemory()
        .bytes()
        .put(reserved.headerOffset() + reserved.headerBytes(), payload, offset, payloadBytes);
    queue.commit(frameBytes);
    return true;
  }

  /** Appends a frame whose payload stays in direct memory. */
  public SendQueue.Splice commitInPlace(
      Frame reserved, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    ByteBuffer view = payload.duplicate().clear().limit(offset + payloadBytes).position(offset);
    commitHeader(reserved, payloadBytes);
    return queue.commitInPlace(view, completion);
  }

  /** Appends a frame whose payload stays in an array of numbers. */
  public SendQueue.Splice commitArray(
      Frame reserved, Object array, long offset, int payloadBytes, BtlCompletion completion) {
    commitHeader(reserved, payloadBytes);
    return queue.commitInPlace(array, offset, payloadBytes, completion);
  }

  private void commitHeader(Frame reserved, int payloadBytes) {
    FramePrefix.requireSendable(peer, reserved.headerBytes(), payloadBytes, maxSendSize);
    writePrefix(reserved, payloadBytes);
    queue.commit(FramePrefix.BYTES + reserved.headerBytes());
  }

  private void writePrefix(Frame reserved, int payloadBytes) {
    FramePrefix.writeMessage(
        reserved.headerMemory(),
        reserved.headerOffset() - FramePrefix.BYTES,
        reserved.headerBytes(),
        payloadBytes);
  }
}
