package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.function.Consumer;

/**
 * Many posted receives.
 *
 * <p>A message from source s with tag t can only match receives posted for (s, t), (s, any), (any,
 * t) or (any, any). Receives are hashed by exactly what they were posted for, so a message looks at
 * the oldest of at most four queues, however many receives with other tags are posted, and takes
 * the one with the lowest post number.
 */
final class PostedTable {
  private static final int INITIAL_BUCKETS = 128;

  private PostedReceive[] heads = new PostedReceive[INITIAL_BUCKETS];
  private PostedReceive[] tails = new PostedReceive[INITIAL_BUCKETS];
  private long nextPostNumber;
  private int exact;
  private int anyTag;
  private int anySource;
  private int anyBoth;

  void add(PostedReceive receive) {
    receive.postNumber = nextPostNumber++;
    if (exact + anyTag + anySource + anyBoth >= 2 * heads.length) {
      grow();
    }
    append(receive);
    count(receive, 1);
  }

  /** The oldest receive that a message matches, or null. */
  PostedReceive oldest(int source, int tag) {
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

  void remove(PostedReceive receive) {
    int bucket = bucketOf(receive.wantedSource(), receive.wantedTag());
    if (receive.previous == null) {
      heads[bucket] = receive.next;
    } else {
      receive.previous.next = receive.next;
    }
    if (receive.next == null) {
      tails[bucket] = receive.previous;
    } else {
      receive.next.previous = receive.previous;
    }
    receive.next = null;
    receive.previous = null;
    count(receive, -1);
  }

  void forEach(Consumer<PostedReceive> action) {
    for (PostedReceive head : heads) {
      for (PostedReceive receive = head; receive != null; receive = receive.next) {
        action.accept(receive);
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
        PostedReceive next = receive.next;
        append(receive);
        receive = next;
      }
    }
  }

  private int bucketOf(int source, int tag) {
    return Hashing.spread(source, tag) & heads.length - 1;
  }
}
