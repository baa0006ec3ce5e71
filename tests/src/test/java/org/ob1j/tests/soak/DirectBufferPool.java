package org.ob1j.tests.soak;

import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Direct buffers that are used again in later rounds, like those of a program that runs long. */
final class DirectBufferPool {
  private static final int SMALLEST_ELEMENTS = 64;

  private final Map<ElementType, Map<Integer, ArrayDeque<Buffer>>> free =
      new EnumMap<>(ElementType.class);
  private final List<Runnable> returns = new ArrayList<>();

  /** A buffer of at least this many elements, with whatever it contains, until the round's end. */
  Buffer take(ElementType type, int elements) {
    int capacity = SMALLEST_ELEMENTS;
    while (capacity < elements) {
      capacity *= 2;
    }
    ArrayDeque<Buffer> buffers =
        free.computeIfAbsent(type, t -> new TreeMap<>())
            .computeIfAbsent(capacity, c -> new ArrayDeque<>());
    Buffer buffer = buffers.isEmpty() ? type.newDirect(capacity) : buffers.poll();
    returns.add(() -> buffers.add(buffer));
    return buffer;
  }

  /** Takes all buffers back. */
  void endRound() {
    returns.forEach(Runnable::run);
    returns.clear();
  }
}
