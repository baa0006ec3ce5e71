package org.ob1j.btl;

import java.util.Objects;
import org.ob1j.runtime.memory.Memory;

/**
 * A message unit of a transport, in the transport's memory, for the sender to write: header and
 * payload, which need not stand together. Offsets are multiples of eight. Transports pool frames
 * and may extend this class with what they need.
 */
public class Frame {
  static {
    // The compiler of JDK 17 inlines a method only if its own jar has resolved the classes of its
    // signature, and nothing else here does.
    Objects.requireNonNull(Memory.class);
  }

  private Memory headerMemory;
  private int headerOffset;
  private int headerBytes;
  private Memory payloadMemory;
  private int payloadOffset;
  private int payloadBytes;

  /** Where the header is written. */
  public final Memory headerMemory() {
    return headerMemory;
  }

  public final int headerOffset() {
    return headerOffset;
  }

  public final int headerBytes() {
    return headerBytes;
  }

  /** Where the payload is written; means nothing if there is none. */
  public final Memory payloadMemory() {
    return payloadMemory;
  }

  public final int payloadOffset() {
    return payloadOffset;
  }

  public final int payloadBytes() {
    return payloadBytes;
  }

  /** For transports: where the header goes. */
  public final void setHeader(Memory memory, int offset, int lengthBytes) {
    headerMemory = memory;
    headerOffset = offset;
    headerBytes = lengthBytes;
  }

  /** For transports: where the payload goes. */
  public final void setPayload(Memory memory, int offset, int lengthBytes) {
    payloadMemory = memory;
    payloadOffset = offset;
    payloadBytes = lengthBytes;
  }
}
