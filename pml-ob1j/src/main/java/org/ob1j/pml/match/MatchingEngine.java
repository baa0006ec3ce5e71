package org.ob1j.pml.match;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Tag matching of one communicator (MPI standard, "Semantics of Point-to-Point Communication").
 *
 * <p>Messages of one source match in the order in which they were sent, whatever order the
 * transports keep: each carries a sequence number, and one that comes too early is held until its
 * turn. Not thread-safe.
 *
 * @param <R> the receive requests of the user of this engine
 * @param <U> its unexpected messages
 */
public final class MatchingEngine<R extends PostedReceive, U extends UnexpectedMessage> {
  private final PostedReceives<R> posted = new PostedReceives<>();
  private final UnexpectedMessages<U> unexpected;
  private final int[] expectedSequence;

  /** By source and number; null before the first. */
  private Map<Integer, Map<Integer, U>> early;

  private int earlyCount;

  /** An engine for a communicator with this many processes. */
  public MatchingEngine(int sources) {
    unexpected = new UnexpectedMessages<>(sources);
    expectedSequence = new int[sources];
  }

  /**
   * How far ahead of its turn a message is: 0 if it is its turn, negative if its turn was before.
   */
  public int distance(int source, int sequence) {
    return sequence - expectedSequence[source];
  }

  /** The number of the message whose turn it is. */
  public int expected(int source) {
    return expectedSequence[source];
  }

  /** Says that the message whose turn it is has come. */
  public void advance(int source) {
    expectedSequence[source]++;
  }

  /**
   * Keeps a message that came before its turn.
   *
   * @return false if a message with this number is kept already
   */
  public boolean holdEarly(U message) {
    if (early == null) {
      early = new HashMap<>();
    }
    Map<Integer, U> held = early.computeIfAbsent(message.source(), source -> new HashMap<>());
    if (held.putIfAbsent(message.sequence(), message) != null) {
      return false;
    }
    earlyCount++;
    return true;
  }

  /** Takes out the early message whose turn it is now, or returns null. */
  public U takeEarly(int source) {
    return earlyCount == 0 ? null : removeEarly(source);
  }

  private U removeEarly(int source) {
    Map<Integer, U> held = early.get(source);
    U message = held == null ? null : held.remove(expectedSequence[source]);
    if (message != null) {
      earlyCount--;
    }
    return message;
  }

  /** Takes out the oldest posted receive that a message matches, or returns null. */
  public R takePosted(int source, int tag) {
    return posted.size() == 0 ? null : posted.take(source, tag);
  }

  /**
   * The oldest posted receive that a message matches, which stays posted; null if there is none.
   */
  public R findPosted(int source, int tag) {
    return posted.size() == 0 ? null : posted.peek(source, tag);
  }

  /** Keeps a message for which no receive is posted. */
  public void addUnexpected(U message) {
    unexpected.add(message);
  }

  /** The oldest unexpected message that a receive with these arguments matches, or null. */
  public U findUnexpected(int source, int tag) {
    return unexpected.find(source, tag);
  }

  /** Takes out the oldest unexpected message that a receive matches, or returns null. */
  public U takeUnexpected(int source, int tag) {
    U message = unexpected.find(source, tag);
    if (message != null) {
      unexpected.remove(message);
    }
    return message;
  }

  /** Posts a receive for which no unexpected message was found. */
  public void post(R receive) {
    posted.add(receive);
  }

  /** Takes a receive back; false if it is not posted any more. */
  public boolean cancel(R receive) {
    if (!receive.posted) {
      return false;
    }
    posted.remove(receive);
    return true;
  }

  public int postedCount() {
    return posted.size();
  }

  public int unexpectedCount() {
    return unexpected.size();
  }

  /** How many messages are held because an earlier one of their source has not come. */
  public int earlyCount() {
    return earlyCount;
  }

  /** How many of them are of one source. */
  public int earlyCount(int source) {
    return early == null ? 0 : early.getOrDefault(source, Map.of()).size();
  }

  public void forEachPosted(Consumer<R> action) {
    posted.forEach(action);
  }

  public void forEachUnexpected(Consumer<U> action) {
    unexpected.forEach(action);
  }
}
