package org.ob1j.pml.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.ob1j.pml.header.RequestName;
import org.ob1j.runtime.pml.PmlRequest;

/**
 * Pooled requests, named on the wire by slot and generation. A name outlives its request: looking
 * up an old name finds nothing. Which slots are free is kept as numbers, because a store of a
 * reference into an old array costs a barrier of the collector.
 */
public final class RequestTable<T extends PmlRequest> {
  private final List<T> slots = new ArrayList<>();
  private final IntFunction<T> factory;
  private int[] free = new int[64];
  private int freeCount;

  public RequestTable(IntFunction<T> factory) {
    this.factory = factory;
  }

  /** A request that is not in use; the caller opens it. */
  public T take() {
    return freeCount == 0 ? create() : slots.get(free[--freeCount]);
  }

  private T create() {
    T created = factory.apply(slots.size());
    slots.add(created);
    if (slots.size() > free.length) {
      free = Arrays.copyOf(free, 2 * free.length);
    }
    return created;
  }

  /** Gives back the request that has this slot. */
  public void give(int slot) {
    free[freeCount++] = slot;
  }

  /** The request of that name, or null if there is none (any more). */
  public T find(long name) {
    int slot = RequestName.slotOf(name);
    if (slot < 0 || slot >= slots.size()) {
      return null;
    }
    T request = slots.get(slot);
    return request.generation() == RequestName.generationOf(name) ? request : null;
  }

  public int inUse() {
    return slots.size() - freeCount;
  }

  /** Every request ever made, in use or not. */
  public List<T> all() {
    return slots;
  }
}
