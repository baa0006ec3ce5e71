package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;

/**
 * The memory of this process that peers may put into. A key, little-endian:
 *
 * <pre>
 *    0  registration (8)   counts; never used again
 *    8  length (8)         in bytes
 *   16  rank (4) | zero (4)
 * </pre>
 */
public final class TcpRegistrations {
  private static final int KEY_BYTES = 24;
  private static final int LENGTH = 8;
  private static final int RANK = 16;
  private static final int ZERO = 20;

  private final int rank;
  private final Map<Long, Registered> open = new HashMap<>();
  private long made;

  public TcpRegistrations(int rank) {
    this.rank = rank;
  }

  /** Null for memory that a socket cannot write into. */
  public Registered register(ByteBuffer memory, int access) {
    if (!memory.isDirect() || memory.isReadOnly()) {
      return null;
    }
    Registered registered = new Registered(++made, memory, access);
    open.put(registered.number, registered);
    return registered;
  }

  public int count() {
    return open.size();
  }

  public void clear() {
    open.clear();
  }

  /**
   * Where a put of a peer goes.
   *
   * @return a view of exactly its bytes
   * @throws FrameRejectedException if they are not registered for that
   */
  ByteBuffer target(long registration, long offset, int lengthBytes) {
    Registered registered = open.get(registration);
    if (registered == null || (registered.access & BtlRegistration.REMOTE_WRITE) == 0) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          "a put to registration " + registration + ", which is not open for it");
    }
    int capacityBytes = registered.memory.capacity();
    if (offset < 0 || lengthBytes > capacityBytes - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          "a put of %d bytes at %d of %d".formatted(lengthBytes, offset, capacityBytes));
    }
    return registered.memory.duplicate().clear().slice((int) offset, lengthBytes);
  }

  /** Checks a key of a peer. */
  public static void check(byte[] key, int peer, long offset, long lengthBytes) {
    ByteBuffer words = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    if (key.length != KEY_BYTES
        || words.getInt(RANK) != peer
        || words.getInt(ZERO) != 0
        || words.getLong(LENGTH) < 0) {
      throw new FrameRejectedException(Rejection.BAD_KEY, "no key of rank " + peer);
    }
    long registeredBytes = words.getLong(LENGTH);
    if (offset < 0 || lengthBytes < 0 || lengthBytes > registeredBytes - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          lengthBytes + " bytes from " + offset + " of memory of " + registeredBytes + " bytes");
    }
  }

  public static long numberOf(byte[] key) {
    return ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  final class Registered implements BtlRegistration {
    private final long number;
    private final ByteBuffer memory;
    private final int access;

    private Registered(long number, ByteBuffer memory, int access) {
      this.number = number;
      this.memory = memory;
      this.access = access;
    }

    /** What a put names it by. */
    long number() {
      return number;
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public byte[] key() {
      return ByteBuffer.allocate(KEY_BYTES)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(number)
          .putLong(memory.capacity())
          .putInt(rank)
          .array();
    }

    @Override
    public void close() {
      open.remove(number);
    }
  }
}
