package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

/**
 * Many unexpected messages. Each is in two queues, both in the order of arrival: of its source and
 * tag (hashed), and of its source.
 */
final class UnexpectedTable {
  private static final int INITIAL_BUCKETS = 64;

  private UnexpectedMessage[] heads = new UnexpectedMessage[INITIAL_BUCKETS];
  private UnexpectedMessage[] tails = new UnexpectedMessage[INITIAL_BUCKETS];
  private final UnexpectedMessage[] sourceHeads;
  private final UnexpectedMessage[] sourceTails;
  private int size;

  UnexpectedTable(int sources) {
    sourceHeads = new UnexpectedMessage[sources];
    sourceTails = new UnexpectedMessage[sources];
  }

  void add(UnexpectedMessage message) {
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
    size++;
  }

  /** The oldest message from that source that a receive with this tag matches, or null. */
  UnexpectedMessage find(int source, int tag) {
    if (tag == ANY_TAG) {
      return sourceHeads[source];
    }
    UnexpectedMessage found = heads[bucketOf(source, tag)];
    while (found != null && (found.tag() != tag || found.source() != source)) {
      found = found.nextInBucket;
    }
    return found;
  }

  void remove(UnexpectedMessage message) {
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
    message.nextInBucket = null;
    message.previousInBucket = null;
    message.nextOfSource = null;
    message.previousOfSource = null;
    size--;
  }

  private void appendToBucket(UnexpectedMessage message) {
    int bucket = bucketOf(message.source(), message.tag());
    UnexpectedMessage tail = tails[bucket];
    message.nextInBucket = null;
    message.previousInBucket = tail;
    if (tail == null) {
      heads[bucket] = message;
    } else {
      tail.nextInBucket = message;
    }
    tails[bucket] = message;
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

  /** Every message is in the queue of its source; two of one bucket keep their order there. */
  private void grow() {
    heads = new UnexpectedMessage[4 * heads.length];
    tails = new UnexpectedMessage[heads.length];
    for (UnexpectedMessage head : sourceHeads) {
      for (UnexpectedMessage message = head; message != null; message = message.nextOfSource) {
        appendToBucket(message);
      }
    }
  }

  private int bucketOf(int source, int tag) {
    return Hashing.spread(source, tag) & heads.length - 1;
  }
}
