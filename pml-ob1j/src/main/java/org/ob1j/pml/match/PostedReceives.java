package org.ob1j.pml.match;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The posted receives of a communicator, in the order in which they were posted. A message takes
 * the first that accepts it. Mostly that is one of the oldest; where it is not they go over into a
 * {@link PostedTable}, until none is left.
 *
 * <p>Receives are pooled, and named by their slots: a list of references would cost a store barrier
 * of the collector for each that comes and goes.
 */
final class PostedReceives<R extends PostedReceive> {
  /** So many that do not accept a message are looked at before all are hashed. */
  private static final int MAX_LOOKED_AT = 16;

  private static final PostedReceive[] NO_SLOTS = {};

  /** A ring, whose length is a power of two. Short at first: many communicators are idle. */
  private int[] slots = {0};

  private int oldest;
  private PostedReceive[] bySlot = NO_SLOTS;
  private int size;

  /** Null until it is needed. */
  private PostedTable table;

  /** Whether the receives are in the table. */
  private boolean hashed;

  int size() {
    return size;
  }

  void add(R receive) {
    receive.posted = true;
    if (hashed) {
      table.add(receive);
      size++;
      return;
    }
    int slot = receive.slot();
    if (slot >= bySlot.length || size == slots.length) {
      makeRoom(slot);
    }
    if (bySlot[slot] != receive) {
      bySlot[slot] = receive;
    }
    slots[oldest + size & slots.length - 1] = slot;
    size++;
  }

  private void makeRoom(int slot) {
    if (slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(slot + 1, 2 * bySlot.length));
    }
    if (size == slots.length) {
      int[] longer = new int[2 * size];
      for (int i = 0; i < size; i++) {
        longer[i] = slots[oldest + i & size - 1];
      }
      slots = longer;
      oldest = 0;
    }
  }

  private PostedReceive at(int place) {
    return bySlot[slots[oldest + place & slots.length - 1]];
  }

  /** Takes out the oldest receive that a message matches, or returns null. */
  R take(int source, int tag) {
    for (int place = 0; place < size && !hashed; place++) {
      PostedReceive receive = at(place);
      if (receive.accepts(source, tag)) {
        removeAt(place);
        receive.posted = false;
        return cast(receive);
      }
      if (place == MAX_LOOKED_AT) {
        hash();
      }
    }
    return hashed ? takeHashed(source, tag) : null;
  }

  /** Those before it are fewer than those behind it. */
  private void removeAt(int place) {
    int mask = slots.length - 1;
    for (int i = place; i > 0; i--) {
      slots[oldest + i & mask] = slots[oldest + i - 1 & mask];
    }
    oldest = oldest + 1 & mask;
    size--;
  }

  private void hash() {
    if (table == null) {
      table = new PostedTable();
    }
    for (int place = 0; place < size; place++) {
      table.add(at(place));
    }
    hashed = true;
  }

  private R takeHashed(int source, int tag) {
    PostedReceive found = table.oldest(source, tag);
    if (found == null) {
      return null;
    }
    R receive = cast(found);
    remove(receive);
    return receive;
  }

  /** The oldest receive that a message matches, or null. */
  R peek(int source, int tag) {
    if (hashed) {
      return cast(table.oldest(source, tag));
    }
    for (int place = 0; place < size; place++) {
      PostedReceive receive = at(place);
      if (receive.accepts(source, tag)) {
        return cast(receive);
      }
    }
    return null;
  }

  void remove(R receive) {
    receive.posted = false;
    if (hashed) {
      table.remove(receive);
      size--;
      hashed = size != 0;
      return;
    }
    int place = 0;
    while (at(place) != receive) {
      place++;
    }
    removeAt(place);
  }

  void forEach(Consumer<R> action) {
    if (hashed) {
      table.forEach(receive -> action.accept(cast(receive)));
      return;
    }
    for (int place = 0; place < size; place++) {
      action.accept(cast(at(place)));
    }
  }

  @SuppressWarnings("unchecked")
  private R cast(PostedReceive receive) {
    return (R) receive;
  }
}
