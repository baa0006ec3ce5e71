package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.function.Consumer;

/**
 * The posted receives of a communicator.
 *
 * <p>A message from source s with tag t can only match receives posted for (s, t), (s, any), (any,
 * t) or (any, any). Receives are hashed by exactly what they were posted for, so a message looks at
 * the oldest of at most four queues, however many receives with other tags are posted, and takes
 * the one with the lowest post number.
 */
final class PostedReceives<R extends PostedReceive> {
  private static final int INITIAL_BUCKETS = 64;

  /** The only receive posted: the usual case, for which hashing is not worth while. */
  private R lone;

  private boolean loneIsPosted;
  private PostedReceive[] heads = new PostedReceive[INITIAL_BUCKETS];
  private PostedReceive[] tails = new PostedReceive[INITIAL_BUCKETS];
  private long nextPostNumber;
  private int size;
  private int exact;
  private int anyTag;
  private int anySource;
  private int anyBoth;

  int size() {
    return size;
  }

  void add(R receive) {
    receive.postNumber = nextPostNumber++;
    receive.posted = true;
    if (size++ == 0) {
      if (lone != receive) {
        lone = receive;
      }
      loneIsPosted = true;
      return;
    }
    if (loneIsPosted) {
      loneIsPosted = false;
      insert(lone);
    }
    insert(receive);
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
    if (loneIsPosted) {
      return lone.accepts(source, tag) ? takeLone() : null;
    }
    PostedReceive oldest = null;
    if (exact != 0) {
      oldest = find(source, tag);
    }
    if (anyTag != 0) {
      oldest = older(oldest, find(source, ANY_TAG));
    }
    if (anySource != 0) {
      oldest = older(oldest, find(ANY_SOURCE, tag));
    }
    if (anyBoth != 0) {
      oldest = older(oldest, find(ANY_SOURCE, ANY_TAG));
    }
    if (oldest == null) {
      return null;
    }
    R receive = cast(oldest);
    remove(receive);
    return receive;
  }

  private R takeLone() {
    loneIsPosted = false;
    lone.posted = false;
    size = 0;
    return lone;
  }

  void remove(R receive) {
    if (loneIsPosted) {
      takeLone();
      return;
    }
    int bucket = bucketOf(receive.wantedSource(), receive.wantedTag());
    PostedReceive before = receive.previous;
    PostedReceive after = receive.next;
    if (before == null) {
      heads[bucket] = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tails[bucket] = before;
    } else {
      after.previous = before;
    }
    receive.next = null;
    receive.previous = null;
    receive.posted = false;
    size--;
    count(receive, -1);
  }

  void forEach(Consumer<R> action) {
    if (loneIsPosted) {
      action.accept(lone);
      return;
    }
    for (PostedReceive head : heads) {
      for (PostedReceive receive = head; receive != null; receive = receive.next) {
        action.accept(cast(receive));
      }
    }
  }

  private PostedReceive find(int source, int tag) {
    PostedReceive receive = heads[bucketOf(source, tag)];
    while (receive != null && (receive.wantedTag() != tag || receive.wantedSource() != source)) {
      receive = receive.next;
    }
    return receive;
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

  private void append(PostedReceive receive) {
    int bucket = bucketOf(receive.wantedSource(), receive.wantedTag());
    PostedReceive tail = tails[bucket];
    receive.next = null;
    receive.previous = tail;
    tails[bucket] = receive;
    if (tail == null) {
      heads[bucket] = receive;
    } else {
      tail.next = receive;
    }
  }

  private void grow() {
    PostedReceive[] oldHeads = heads;
    heads = new PostedReceive[4 * oldHeads.length];
    tails = new PostedReceive[heads.length];
    for (PostedReceive head : oldHeads) {
      for (PostedReceive receive = head; receive != null; ) {
        PostedReceive following = receive.next;
        append(receive);
        receive = following;
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
