package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
public final class RecordingReceiver implements BtlReceiver {
  private final int placesEach;
  private final List<byte[]> frames = new ArrayList<>();
  private final List<BtlException> failures = new ArrayList<>();
  private boolean takesArrays;
  private int asked;

  /**
   * @param placesEach every which payload is taken in place when asked; 0 for none
   */
  public RecordingReceiver(int placesEach) {
    this.placesEach = placesEach;
  }

  /** Takes half of those in arrays from now on. */
  RecordingReceiver inArrays() {
    takesArrays = true;
    return this;
  }

  public List<byte[]> frames() {
    return frames;
  }

  public List<BtlException> failures() {
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
    return takesArrays && payloadBytes % 2 == 0
        ? new ArrayTarget(content, headerBytes)
        : new Target(content, headerBytes);
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    failures.add(cause);
  }

  /** Around the payload nothing may be written. */
  private final class ArrayTarget implements PayloadTarget {
    private static final int MARGIN = 5;
    private final byte[] content;
    private final int headerBytes;
    private final int payloadBytes;
    private final double[] array;

    ArrayTarget(byte[] content, int headerBytes) {
      this.content = content;
      this.headerBytes = headerBytes;
      payloadBytes = content.length - headerBytes;
      array = new double[(payloadBytes + 2 * MARGIN) / Double.BYTES + 1];
    }

    @Override
    public ByteBuffer memory() {
      return null;
    }

    @Override
    public Object array() {
      return array;
    }

    @Override
    public long offset() {
      return MARGIN;
    }

    @Override
    public void take(Memory source, int sourceOffset, int lengthBytes) {
      byte[] whole = bytes();
      source.bytes().get(sourceOffset, whole, MARGIN, lengthBytes);
      ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(array);
    }

    private byte[] bytes() {
      ByteBuffer bytes = ByteBuffer.allocate(array.length * Double.BYTES);
      bytes.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(array);
      return bytes.array();
    }

    @Override
    public void arrived() {
      byte[] whole = bytes();
      System.arraycopy(whole, MARGIN, content, headerBytes, payloadBytes);
      Arrays.fill(whole, MARGIN, MARGIN + payloadBytes, (byte) 0);
      if (!Arrays.equals(whole, new byte[whole.length])) {
        throw new AssertionError("written beside the payload");
      }
      frames.add(content);
    }

    @Override
    public void abandoned() {
      Arrays.fill(array, 0);
    }
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
    public long offset() {
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
