package org.ob1j.btl.ucx;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;

/**
 * Where direct buffers begin. Only native code can tell, by some calls of the JVM's that take a
 * tenth of a microsecond, so it is kept in mind for buffers that are used again, as long as they
 * are there. For one thread at a time.
 */
final class BufferAddresses {
  private static final int PLACES = 64;

  private static final class Known extends WeakReference<ByteBuffer> {
    private final long address;

    Known(ByteBuffer memory, long address) {
      super(memory);
      this.address = address;
    }
  }

  private final Known[] places = new Known[PLACES];

  /** As {@link NativeLibrary#addressOf}. */
  long of(ByteBuffer memory) {
    int place = System.identityHashCode(memory) & PLACES - 1;
    Known known = places[place];
    if (known == null || !known.refersTo(memory)) {
      known = new Known(memory, NativeLibrary.addressOf(memory));
      places[place] = known;
    }
    return known.address;
  }
}
