package org.ob1j.btl.tcp;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.memory.Memory;

/** Keeps header and payload of each frame; takes every n-th long payload in place. */
final class RecordingReceiver implements BtlReceiver {
  private final int placesEach;
  private final List<byte[]> frames = new ArrayList<>();
  private final List<BtlException> failures = new ArrayList<>();
  private int asked;

  /**
   * @param placesEach every which payload is taken in place when asked; 0 for none
   */
  RecordingReceiver(int placesEach) {
    this.placesEach = placesEach;
  }

  List<byte[]> frames() {
    return frames;
  }

  List<BtlException> failures() {
    return failures;
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    if (headerOffset % 8 != 0 || payloadOffset % 8 != 0) {
      throw new AssertionError("misaligned: " + headerOffset + ", " + payloadOffset);
    }
    byte[] content = new byte[headerBytes + payloadBytes];
    header.bytes().get(headerOffset, content, 0, headerBytes);
    if (payloadBytes > 0) {
      payload.bytes().get(payloadOffset, content, headerBytes, payloadBytes);
    }
    frames.add(content);
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    if (placesEach == 0 || asked++ % placesEach != 0) {
      return null;
    }
    byte[] content = new byte[headerBytes + payloadBytes];
    header.bytes().get(headerOffset, content, 0, headerBytes);
    return new Target(content, headerBytes);
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    failures.add(cause);
  }

  private final class Target implements PayloadTarget {
    private static final int OFFSET = 3;
    private final byte[] content;
    private final int headerBytes;
    private final ByteBuffer memory;

    Target(byte[] content, int headerBytes) {
      this.content = Arrays.copyOf(content, content.length);
      this.headerBytes = headerBytes;
      this.memory = ByteBuffer.allocateDirect(OFFSET + content.length - headerBytes);
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public int offset() {
      return OFFSET;
    }

    @Override
    public void arrived() {
      memory.get(OFFSET, content, headerBytes, content.length - headerBytes);
      frames.add(content);
    }

    @Override
    public void abandoned() {
      memory.clear();
    }
  }
}
