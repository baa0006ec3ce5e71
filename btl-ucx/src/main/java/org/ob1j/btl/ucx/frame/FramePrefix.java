package org.ob1j.btl.ucx.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.ob1j.runtime.control.handshake.HmacSha256;
import org.ob1j.runtime.memory.Memory;

/**
 * What stands before the header of each frame, because UCX does not tell who has sent a message.
 * Little-endian:
 *
 * <pre>
 *    0               4               6       7       8
 *   +---------------+---------------+-------+-------+-------------------------------+
 *   | source rank   | header bytes  | kind  |version| proof of the source           |
 *   +---------------+---------------+-------+-------+-------------------------------+
 * </pre>
 *
 * The proof can be told by who knows the job's secret: messages of other jobs, which may have been
 * sent to whoever had this address before, are refused by it.
 */
public final class FramePrefix {
  public static final int BYTES = 16;

  /** A frame of the engine. */
  public static final int FRAME = 1;

  /** The first message to a peer, which makes UCX connect. */
  public static final int HELLO = 2;

  /** The last message to a peer: its sender closes. */
  public static final int GOODBYE = 3;

  private static final int VERSION = 2;
  private static final int HEADER_SHIFT = 32;
  private static final int KIND_SHIFT = 48;
  private static final int VERSION_SHIFT = 56;
  private static final int HEADER_MASK = 0xffff;
  private static final int KIND_MASK = 0xff;

  private FramePrefix() {}

  /** The proof that a rank puts into its messages to another. */
  public static long proof(byte[] secret, String jobId, int source, int target) {
    byte[] text = ("ucx " + jobId + " " + source + " " + target).getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.wrap(HmacSha256.of(secret, text)).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  public static void write(
      Memory memory, int offset, int source, int headerBytes, int kind, long proof) {
    memory.putLong(
        offset,
        (long) source
            | (long) headerBytes << HEADER_SHIFT
            | (long) kind << KIND_SHIFT
            | (long) VERSION << VERSION_SHIFT);
    memory.putLong(offset + Long.BYTES, proof);
  }

  public static int source(long first) {
    return (int) first;
  }

  public static int headerBytes(long first) {
    return (int) (first >>> HEADER_SHIFT) & HEADER_MASK;
  }

  public static int kind(long first) {
    return (int) (first >>> KIND_SHIFT) & KIND_MASK;
  }

  public static boolean isOfThisVersion(long first) {
    return first >>> VERSION_SHIFT == VERSION;
  }
}
