package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.function.Consumer;

/**
 * The messages of a communicator that came before their receives. Each is in three queues, all in
 * the order of arrival: of its source and tag (hashed), of its source, and of all.
 */
final class UnexpectedMessages<U extends UnexpectedMessage> {
  private static final int INITIAL_BUCKETS = 64;

  private UnexpectedMessage[] heads = new UnexpectedMessage[INITIAL_BUCKETS];
  private UnexpectedMessage[] tails = new UnexpectedMessage[INITIAL_BUCKETS];
  private final UnexpectedMessage[] sourceHeads;
  private final UnexpectedMessage[] sourceTails;
  private UnexpectedMessage first;
  private UnexpectedMessage last;
  private int size;

  UnexpectedMessages(int sources) {
    sourceHeads = new UnexpectedMessage[sources];
    sourceTails = new UnexpectedMessage[sources];
  }

  int size() {
    return size;
  }

  void add(U message) {
    if (size >= 2 * heads.length) {
      grow();
    }
    appendToBucket(message);
    int source = message.source();
    message.nextOfSource = null;
    message.previousOfSource = sourceTails[source];
    if (sourceTails[source] == null) {
      sourceHeads[source] = message;
    } else {
      sourceTails[source].nextOfSource = message;
    }
    sourceTails[source] = message;
    message.nextOfAll = null;
    message.previousOfAll = last;
    if (last == null) {
      first = message;
    } else {
      last.nextOfAll = message;
    }
    last = message;
    size++;
  }

  /** The oldest message that a receive with these arguments matches, or null. */
  U find(int source, int tag) {
    if (size == 0) {
      return null;
    }
    UnexpectedMessage found;
    if (source == ANY_SOURCE) {
      found = first;
      while (found != null && tag != ANY_TAG && found.tag() != tag) {
        found = found.nextOfAll;
      }
    } else if (tag == ANY_TAG) {
      found = sourceHeads[source];
    } else {
      found = heads[bucketOf(source, tag)];
      while (found != null && (found.tag() != tag || found.source() != source)) {
        found = found.nextInBucket;
      }
    }
    return cast(found);
  }

  void remove(U message) {
    removeFromBucket(message);
    int source = message.source();
    if (message.previousOfSource == null) {
      sourceHeads[source] = message.nextOfSource;
    } else {
      message.previousOfSource.nextOfSource = message.nextOfSource;
    }
    if (message.nextOfSource == null) {
      sourceTails[source] = message.previousOfSource;
    } else {
      message.nextOfSource.previousOfSource = message.previousOfSource;
    }
    if (message.previousOfAll == null) {
      first = message.nextOfAll;
    } else {
      message.previousOfAll.nextOfAll = message.nextOfAll;
    }
    if (message.nextOfAll == null) {
      last = message.previousOfAll;
    } else {
      message.nextOfAll.previousOfAll = message.previousOfAll;
    }
    unlink(message);
    size--;
  }

  void forEach(Consumer<U> action) {
    for (UnexpectedMessage message = first; message != null; message = message.nextOfAll) {
      action.accept(cast(message));
    }
  }

  private static void unlink(UnexpectedMessage message) {
    message.nextInBucket = null;
    message.previousInBucket = null;
    message.nextOfSource = null;
    message.previousOfSource = null;
    message.nextOfAll = null;
    message.previousOfAll = null;
  }

  private void appendToBucket(UnexpectedMessage message) {
    int bucket = bucketOf(message.source(), message.tag());
    UnexpectedMessage tail = tails[bucket];
    message.nextInBucket = null;
    message.previousInBucket = tail;
    tails[bucket] = message;
    if (tail == null) {
      heads[bucket] = message;
    } else {
      tail.nextInBucket = message;
    }
  }

  private void removeFromBucket(UnexpectedMessage message) {
    int bucket = bucketOf(message.source(), message.tag());
    if (message.previousInBucket == null) {
      heads[bucket] = message.nextInBucket;
    } else {
      message.previousInBucket.nextInBucket = message.nextInBucket;
    }
    if (message.nextInBucket == null) {
      tails[bucket] = message.previousInBucket;
    } else {
      message.nextInBucket.previousInBucket = message.previousInBucket;
    }
  }

  private void grow() {
    heads = new UnexpectedMessage[4 * heads.length];
    tails = new UnexpectedMessage[heads.length];
    for (UnexpectedMessage message = first; message != null; message = message.nextOfAll) {
      appendToBucket(message);
    }
  }

  private int bucketOf(int source, int tag) {
    return Hashing.spread(source, tag) & heads.length - 1;
  }

  @SuppressWarnings("unchecked")
  private U cast(UnexpectedMessage message) {
    return (U) message;
  }
}
