package org.ob1j.btl.ucx.tag;

import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.UcxFrame;

/** Tagged messages to one peer: the frame alone, as its tag says whose it is. */
public final class UcxTagLane extends TagLane {
  private final TaggedSends sends;
  private final int maxMessageBytes;
  private final UcxFrame frame = new UcxFrame();

  public UcxTagLane(TaggedSends sends, int maxMessageBytes) {
    this.sends = sends;
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public int maxMessageBytes() {
    return maxMessageBytes;
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes) {
    Block block = sends.takeForTagged(headerBytes + payloadBytes);
    if (block == null) {
      return null;
    }
    int offset = block.offset();
    frame.setBlock(block);
    frame.setHeader(block.memory(), offset, headerBytes);
    if (payloadBytes == 0) {
      frame.setPayload(null, 0, 0);
    } else {
      frame.setPayload(block.memory(), offset + headerBytes, payloadBytes);
    }
    return frame;
  }

  @Override
  public void send(Frame reserved, long tag) {
    Block block = ((UcxFrame) reserved).block();
    sends.sendTagged(block, reserved.headerBytes() + reserved.payloadBytes(), tag);
  }
}
