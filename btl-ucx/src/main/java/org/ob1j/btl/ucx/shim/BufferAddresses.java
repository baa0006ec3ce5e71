package org.ob1j.btl.ucx.shim;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;

/**
 * Where direct buffers begin. Only native code can tell, by some calls of the JVM's that take a
 * tenth of a microsecond, so it is kept in mind for buffers that are used again, as long as they
 * are there. For one thread at a time.
 */
public final class BufferAddresses {
  private static final int SLOTS = 64;

  private static final class Known extends WeakReference<ByteBuffer> {
    private final long address;

    Known(ByteBuffer memory, long address) {
      super(memory);
      this.address = address;
    }
  }

  private final Known[] slots = new Known[SLOTS];

  /** As {@link NativeLibrary#addressOf}. */
  public long of(ByteBuffer memory) {
    int slot = System.identityHashCode(memory) & SLOTS - 1;
    Known known = slots[slot];
    if (known == null || !known.refersTo(memory)) {
      known = new Known(memory, NativeLibrary.addressOf(memory));
      slots[slot] = known;
    }
    return known.address;
  }
}
