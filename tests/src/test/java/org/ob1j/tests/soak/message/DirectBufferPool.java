package org.ob1j.tests.soak.message;

import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Direct buffers that are used again in later rounds, like those of a program that runs long. */
public final class DirectBufferPool {
  private static final int SMALLEST_ELEMENTS = 64;

  /** Several threads' pools and what is in use have to fit into the memory of one rank. */
  private static final long MAX_FREE_BYTES = 32 << 20;

  private final Map<ElementType, Map<Integer, ArrayDeque<Buffer>>> freeShared =
      new EnumMap<>(ElementType.class);
  private final Map<ElementType, Map<Integer, ArrayDeque<Buffer>>> freeOrdinary =
      new EnumMap<>(ElementType.class);
  private final List<Runnable> returns = new ArrayList<>();
  private long freeBytes;

  /**
   * A buffer of at least this many elements, with whatever it contains, until the round's end.
   *
   * @param shared whether it is of the memory that MPI allocates
   */
  Buffer take(ElementType type, int elements, boolean shared) {
    int capacity = SMALLEST_ELEMENTS;
    while (capacity < elements) {
      capacity *= 2;
    }
    ArrayDeque<Buffer> buffers =
        (shared ? freeShared : freeOrdinary)
            .computeIfAbsent(type, t -> new TreeMap<>())
            .computeIfAbsent(capacity, c -> new ArrayDeque<>());
    long bytes = (long) capacity * type.sizeBytes();
    Buffer buffer = buffers.poll();
    if (buffer == null) {
      buffer = shared ? type.newShared(capacity) : type.newDirect(capacity);
    } else {
      freeBytes -= bytes;
    }
    Buffer taken = buffer;
    returns.add(() -> giveBack(taken, bytes, buffers));
    return buffer;
  }

  private void giveBack(Buffer buffer, long bytes, ArrayDeque<Buffer> buffers) {
    if (freeBytes + bytes <= MAX_FREE_BYTES) {
      buffers.add(buffer);
      freeBytes += bytes;
    }
  }

  /** Takes all buffers back, and lets go of those that are too many. */
  public void endRound() {
    returns.forEach(Runnable::run);
    returns.clear();
  }
}
