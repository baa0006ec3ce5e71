package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

/**
 * The memory that one rank has registered. A key:
 *
 * <pre>
 *   rank (4) | access (4) | number of the registration (8) | length (8)
 * </pre>
 */
final class InMemoryRegistrations {
  private static final int KEY_BYTES = 24;

  private final int rank;
  private final Map<Long, Registered> open = new TreeMap<>();
  private long made;

  InMemoryRegistrations(int rank) {
    this.rank = rank;
  }

  int count() {
    return open.size();
  }

  BtlRegistration add(ByteBuffer memory, int access) {
    Registered added = new Registered(++made, memory, access);
    open.put(added.number, added);
    return added;
  }

  /** The memory that a key names; null if these bytes are not registered for this access. */
  Memory find(byte[] key, int access, long offset, long lengthBytes) {
    Registered found = open.get(read(key).getLong(8));
    return found != null
            && (found.access & access) != 0
            && offset + lengthBytes <= found.view.capacity()
        ? found.view
        : null;
  }

  static void check(byte[] key, int rank, long offset, long lengthBytes) {
    ByteBuffer words = key.length == KEY_BYTES ? read(key) : null;
    if (words == null
        || words.getInt(0) != rank
        || offset < 0
        || lengthBytes < 0
        || lengthBytes > words.getLong(16) - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          "no key of rank " + rank + " for " + lengthBytes + " bytes from " + offset);
    }
  }

  private static ByteBuffer read(byte[] key) {
    return ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
  }

  private final class Registered implements BtlRegistration {
    private final long number;
    private final ByteBuffer memory;
    private final Memory view;
    private final int access;

    Registered(long number, ByteBuffer memory, int access) {
      this.number = number;
      this.memory = memory;
      this.view = Memory.of(memory);
      this.access = access;
    }

    @Override
    public ByteBuffer memory() {
      return memory;
    }

    @Override
    public byte[] key() {
      byte[] key = new byte[KEY_BYTES];
      ByteBuffer words = read(key);
      words.putInt(rank).putInt(access).putLong(number).putLong(view.capacity());
      return key;
    }

    @Override
    public void close() {
      open.remove(number);
    }
  }
}
