package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The posted receives of a communicator.
 *
 * <p>A message from source s with tag t can only match receives posted for (s, t), (s, any), (any,
 * t) or (any, any). Receives are hashed by exactly what they were posted for, so a message looks at
 * the oldest of at most four queues, however many receives with other tags are posted, and takes
 * the one with the lowest post number.
 *
 * <p>Receives are pooled, and name each other by their slots: a queue of references would cost a
 * store barrier of the collector for each link that changes.
 */
final class PostedReceives<R extends PostedReceive> {
  private static final int INITIAL_BUCKETS = 128;

  /** In place of a slot: there is none. */
  private static final int NONE = -1;

  /**
   * The slots of the receives posted, oldest first, as long as all accept the same source and tag:
   * the usual case, for which hashing is not worth while. A ring, whose length is a power of two.
   */
  private int[] alike = new int[INITIAL_BUCKETS];

  private boolean allAlike;
  private int alikeSource;
  private int alikeTag;
  private int oldest;
  private PostedReceive[] bySlot = new PostedReceive[INITIAL_BUCKETS];
  private int[] heads = emptyBuckets(INITIAL_BUCKETS);
  private int[] tails = emptyBuckets(INITIAL_BUCKETS);
  private long nextPostNumber;
  private int size;
  private int exact;
  private int anyTag;
  private int anySource;
  private int anyBoth;

  private static int[] emptyBuckets(int count) {
    int[] buckets = new int[count];
    Arrays.fill(buckets, NONE);
    return buckets;
  }

  int size() {
    return size;
  }

  void add(R receive) {
    receive.postNumber = nextPostNumber++;
    receive.posted = true;
    remember(receive);
    if (size == 0) {
      allAlike = true;
      alikeSource = receive.wantedSource();
      alikeTag = receive.wantedTag();
      oldest = 0;
    }
    if (allAlike && isLikeTheOthers(receive) && size < alike.length) {
      alike[oldest + size++ & alike.length - 1] = receive.slot();
      return;
    }
    if (allAlike) {
      allAlike = false;
      for (int i = 0; i < size; i++) {
        insert(bySlot[alike[oldest + i & alike.length - 1]]);
      }
    }
    size++;
    insert(receive);
  }

  private boolean isLikeTheOthers(PostedReceive receive) {
    return alikeTag == receive.wantedTag() && alikeSource == receive.wantedSource();
  }

  private void insert(PostedReceive receive) {
    if (size >= 2 * heads.length) {
      grow();
    }
    append(receive);
    count(receive, 1);
  }

  /** Takes out the oldest receive that a message matches, or returns null. */
  R take(int source, int tag) {
    if (allAlike) {
      return takeAlike(source, tag);
    }
    PostedReceive found = oldest(source, tag);
    if (found == null) {
      return null;
    }
    R receive = cast(found);
    remove(receive);
    return receive;
  }

  /** The oldest receive that a message matches, or null. */
  R peek(int source, int tag) {
    if (!allAlike) {
      return cast(oldest(source, tag));
    }
    return size != 0 && PostedReceive.accepts(alikeSource, alikeTag, source, tag)
        ? cast(bySlot[alike[oldest]])
        : null;
  }

  private PostedReceive oldest(int source, int tag) {
    PostedReceive found = null;
    if (exact != 0) {
      found = find(source, tag);
    }
    if (anyTag != 0) {
      found = older(found, find(source, ANY_TAG));
    }
    if (anySource != 0) {
      found = older(found, find(ANY_SOURCE, tag));
    }
    if (anyBoth != 0) {
      found = older(found, find(ANY_SOURCE, ANY_TAG));
    }
    return found;
  }

  private R takeAlike(int source, int tag) {
    if (!PostedReceive.accepts(alikeSource, alikeTag, source, tag)) {
      return null;
    }
    PostedReceive first = bySlot[alike[oldest]];
    oldest = oldest + 1 & alike.length - 1;
    size--;
    first.posted = false;
    return cast(first);
  }

  void remove(R receive) {
    if (allAlike) {
      removeAlike(receive);
      return;
    }
    int bucket = bucketOf(receive.wantedSource(), receive.wantedTag());
    if (receive.previous == NONE) {
      heads[bucket] = receive.next;
    } else {
      bySlot[receive.previous].next = receive.next;
    }
    if (receive.next == NONE) {
      tails[bucket] = receive.previous;
    } else {
      bySlot[receive.next].previous = receive.previous;
    }
    receive.posted = false;
    size--;
    count(receive, -1);
  }

  private void removeAlike(R receive) {
    int mask = alike.length - 1;
    int place = 0;
    while (alike[oldest + place & mask] != receive.slot()) {
      place++;
    }
    size--;
    for (; place < size; place++) {
      alike[oldest + place & mask] = alike[oldest + place + 1 & mask];
    }
    receive.posted = false;
  }

  void forEach(Consumer<R> action) {
    if (allAlike) {
      for (int i = 0; i < size; i++) {
        action.accept(cast(bySlot[alike[oldest + i & alike.length - 1]]));
      }
      return;
    }
    for (int head : heads) {
      for (int slot = head; slot != NONE; slot = bySlot[slot].next) {
        action.accept(cast(bySlot[slot]));
      }
    }
  }

  private PostedReceive find(int source, int tag) {
    int slot = heads[bucketOf(source, tag)];
    while (slot != NONE) {
      PostedReceive receive = bySlot[slot];
      if (receive.wantedTag() == tag && receive.wantedSource() == source) {
        return receive;
      }
      slot = receive.next;
    }
    return null;
  }

  private static PostedReceive older(PostedReceive one, PostedReceive other) {
    if (one == null) {
      return other;
    }
    return other == null || one.postNumber < other.postNumber ? one : other;
  }

  private void count(PostedReceive receive, int change) {
    boolean wildSource = receive.wantedSource() == ANY_SOURCE;
    if (receive.wantedTag() == ANY_TAG) {
      if (wildSource) {
        anyBoth += change;
      } else {
        anyTag += change;
      }
    } else if (wildSource) {
      anySource += change;
    } else {
      exact += change;
    }
  }

  private void remember(PostedReceive receive) {
    int slot = receive.slot();
    if (slot >= bySlot.length) {
      bySlot = Arrays.copyOf(bySlot, Math.max(slot + 1, 2 * bySlot.length));
    }
    if (bySlot[slot] != receive) {
      bySlot[slot] = receive;
    }
  }

  private void append(PostedReceive receive) {
    int bucket = bucketOf(receive.wantedSource(), receive.wantedTag());
    int slot = receive.slot();
    int tail = tails[bucket];
    receive.next = NONE;
    receive.previous = tail;
    tails[bucket] = slot;
    if (tail == NONE) {
      heads[bucket] = slot;
    } else {
      bySlot[tail].next = slot;
    }
  }

  private void grow() {
    int[] oldHeads = heads;
    heads = emptyBuckets(4 * oldHeads.length);
    tails = emptyBuckets(heads.length);
    for (int head : oldHeads) {
      for (int slot = head; slot != NONE; ) {
        PostedReceive receive = bySlot[slot];
        slot = receive.next;
        append(receive);
      }
    }
  }

  private int bucketOf(int source, int tag) {
    return Hashing.spread(source, tag) & heads.length - 1;
  }

  @SuppressWarnings("unchecked")
  private R cast(PostedReceive receive) {
    return (R) receive;
  }
}
