package org.ob1j.pml.match;

import java.util.HashMap;
import java.util.Map;

/**
 * The messages of a communicator that came before their turn: an earlier one of their source has
 * not come yet.
 */
final class EarlyMessages<U extends UnexpectedMessage> {
  /** By source and sequence number; null before the first. */
  private Map<Integer, Map<Integer, U>> bySource;

  private int count;

  /** How many there are. */
  int count() {
    return count;
  }

  /** How many are of one source. */
  int count(int source) {
    return bySource == null ? 0 : bySource.getOrDefault(source, Map.of()).size();
  }

  /** Keeps a message; false if there is one with its number already. */
  boolean add(U message) {
    if (bySource == null) {
      bySource = new HashMap<>();
    }
    Map<Integer, U> held = bySource.computeIfAbsent(message.source(), source -> new HashMap<>());
    if (held.putIfAbsent(message.sequence(), message) != null) {
      return false;
    }
    count++;
    return true;
  }

  /** Takes out the message with this number, or returns null. */
  U take(int source, int sequence) {
    Map<Integer, U> held = bySource == null ? null : bySource.get(source);
    U message = held == null ? null : held.remove(sequence);
    if (message != null) {
      count--;
    }
    return message;
  }
}
