package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.ob1j.pml.header.RequestName;
import org.ob1j.runtime.pml.PmlRequest;

/**
 * Pooled requests, named on the wire by slot and generation. A name outlives its request: looking
 * up an old name finds nothing.
 */
final class RequestTable<T extends PmlRequest> {
  private final List<T> slots = new ArrayList<>();
  private final IntFunction<T> factory;
  private Object[] free = new Object[64];
  private int freeCount;

  /** The request that blocking calls get, again and again, without a store into the pool. */
  private T first;

  private boolean firstIsFree;

  RequestTable(IntFunction<T> factory) {
    this.factory = factory;
  }

  /** A request that is not in use; the caller opens it. */
  @SuppressWarnings("unchecked")
  T take() {
    if (firstIsFree) {
      firstIsFree = false;
      return first;
    }
    if (freeCount == 0) {
      T created = factory.apply(slots.size());
      if (first == null) {
        first = created;
      }
      slots.add(created);
      if (slots.size() > free.length) {
        free = java.util.Arrays.copyOf(free, 2 * free.length);
      }
      return created;
    }
    return (T) free[--freeCount];
  }

  void give(T request) {
    if (request == first) {
      firstIsFree = true;
    } else {
      free[freeCount++] = request;
    }
  }

  /** The request of that name, or null if there is none (any more). */
  T find(long name) {
    int slot = RequestName.slotOf(name);
    if (slot < 0 || slot >= slots.size()) {
      return null;
    }
    T request = slots.get(slot);
    return request.generation() == RequestName.generationOf(name) ? request : null;
  }

  int inUse() {
    return slots.size() - freeCount - (firstIsFree ? 1 : 0);
  }

  /** Every request ever made, in use or not. */
  List<T> all() {
    return slots;
  }
}
