package org.ob1j.btl.tcp.stream;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.runtime.memory.Memory;

/**
 * What stands before each frame in the byte stream, little-endian. The frame is padded so that the
 * next one begins at a multiple of eight bytes.
 *
 * <pre>
 *   0       1       2       3       4       5       6       7
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |         payload length        |hdr len| kind  |     zero      |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  header (8 to 248, a multiple of 8)                           |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 *  |  payload, then 0 to 7 bytes of padding, ignored               |
 *  +-------+-------+-------+-------+-------+-------+-------+-------+
 * </pre>
 */
public final class FramePrefix {
  /** Size of the prefix, in bytes. */
  public static final int BYTES = 8;

  /** A frame for the receiver. */
  static final int MESSAGE = 1;

  /** The sender leaves in good order; nothing follows. Header and payload length are zero. */
  public static final int GOODBYE = 2;

  /** A frame whose payload goes into registered memory; its header is a {@link TcpPutHeader}. */
  static final int PUT = 3;

  private static final int HEADER_SHIFT = 32;
  private static final int KIND_SHIFT = 40;
  private static final int ZERO_SHIFT = 48;

  private FramePrefix() {}

  static void writeMessage(Memory memory, int offset, int headerBytes, int payloadBytes) {
    memory.putLong(
        offset, (long) MESSAGE << KIND_SHIFT | (long) headerBytes << HEADER_SHIFT | payloadBytes);
  }

  static void writePut(Memory memory, int offset, int headerBytes, int payloadBytes) {
    memory.putLong(
        offset, (long) PUT << KIND_SHIFT | (long) headerBytes << HEADER_SHIFT | payloadBytes);
  }

  static void writeGoodbye(Memory memory, int offset) {
    memory.putLong(offset, (long) GOODBYE << KIND_SHIFT);
  }

  static int payloadBytes(long prefix) {
    return (int) prefix;
  }

  public static int headerBytes(long prefix) {
    return (int) (prefix >>> HEADER_SHIFT) & 0xff;
  }

  static boolean isGoodbye(long prefix) {
    return ((prefix >>> KIND_SHIFT) & 0xff) == GOODBYE;
  }

  static boolean isPut(long prefix) {
    return ((prefix >>> KIND_SHIFT) & 0xff) == PUT;
  }

  /** The length of prefix, header, payload and padding. */
  public static int frameBytes(int headerBytes, int payloadBytes) {
    return BYTES + headerBytes + padded(payloadBytes);
  }

  /** A length with its padding. */
  static int padded(int lengthBytes) {
    return (lengthBytes + 7) & -8;
  }

  /**
   * Checks a prefix that arrived.
   *
   * @param maxSendSize longest header and payload together
   * @throws FrameRejectedException naming the value and what it must be
   */
  static void check(long prefix, int maxSendSize) {
    int kind = (int) (prefix >>> KIND_SHIFT) & 0xff;
    if (prefix >>> ZERO_SHIFT != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_FRAMING,
          "the frame prefix ends in 0x" + Long.toHexString(prefix >>> ZERO_SHIFT) + ", not zeros");
    }
    if (kind == GOODBYE && (int) (prefix >>> HEADER_SHIFT & 0xff) == 0 && (int) prefix == 0) {
      return;
    }
    if (kind == PUT) {
      checkPut(headerBytes(prefix), payloadBytes(prefix));
      return;
    }
    if (kind != MESSAGE) {
      throw new FrameRejectedException(
          Rejection.BAD_FRAMING,
          "the frame prefix is 0x" + Long.toHexString(prefix) + ", of no known kind");
    }
    checkLengths(headerBytes(prefix), payloadBytes(prefix), maxSendSize);
  }

  private static void checkPut(int headerBytes, int payloadBytes) {
    if (headerBytes != TcpPutHeader.BYTES
        || payloadBytes < 0
        || payloadBytes > OutgoingPuts.MAX_PUT_BYTES) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a put has a header of "
              + headerBytes
              + " bytes, which must be "
              + TcpPutHeader.BYTES
              + ", and "
              + Integer.toUnsignedString(payloadBytes)
              + " bytes of payload, at most "
              + OutgoingPuts.MAX_PUT_BYTES);
    }
  }

  /**
   * Checks a frame that is about to be sent.
   *
   * @throws IllegalArgumentException naming the lengths and what they must be
   */
  static void requireSendable(int peer, int headerBytes, int payloadBytes, int maxSendSize) {
    if (headerBytes < 8
        || headerBytes > BtlEndpoint.MAX_HEADER_BYTES
        || (headerBytes & 7) != 0
        || payloadBytes < 0
        || payloadBytes > maxSendSize - headerBytes) {
      throw new IllegalArgumentException(
          "a frame to rank %d has a header of %d and a payload of %d bytes; the header must be a multiple of 8 up to %d, both together at most %d (%s)"
              .formatted(
                  peer,
                  headerBytes,
                  payloadBytes,
                  BtlEndpoint.MAX_HEADER_BYTES,
                  maxSendSize,
                  TcpParameters.COMMON.maxSendSize().name()));
    }
  }

  private static void checkLengths(int headerBytes, int payloadBytes, int maxSendSize) {
    if (headerBytes < 8 || headerBytes % 8 != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "the frame's header has "
              + headerBytes
              + " bytes; it must have 8 to "
              + (BtlEndpoint.MAX_HEADER_BYTES & -8)
              + ", a multiple of 8");
    }
    if (payloadBytes < 0 || payloadBytes > maxSendSize - headerBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "the frame has "
              + Integer.toUnsignedString(payloadBytes)
              + " bytes after its header of "
              + headerBytes
              + "; together they may have "
              + maxSendSize);
    }
  }
}
