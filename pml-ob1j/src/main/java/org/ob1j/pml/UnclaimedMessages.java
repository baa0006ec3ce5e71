package org.ob1j.pml;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ob1j.runtime.pml.PmlException;

/** The messages that have been taken out of matching and not been claimed: a bounded number. */
final class UnclaimedMessages {
  private final int limit;
  private final Set<MatchedMessage> messages = new LinkedHashSet<>();

  UnclaimedMessages(int limit) {
    this.limit = limit;
  }

  /**
   * Makes sure that there is room for one more.
   *
   * @throws PmlException if there is not
   */
  void requireRoom() {
    if (messages.size() >= limit) {
      throw new PmlException(
          PmlException.Reason.TOO_MANY_UNCLAIMED,
          messages.size()
              + " messages have been matched and neither received nor discarded; "
              + Ob1Parameters.UNCLAIMED_MESSAGES.name()
              + " allows no more");
    }
  }

  void add(MatchedMessage message) {
    messages.add(message);
  }

  void remove(MatchedMessage message) {
    messages.remove(message);
  }

  int size() {
    return messages.size();
  }

  /** All of them, the oldest first. */
  List<MatchedMessage> all() {
    return List.copyOf(messages);
  }

  /** Discards all of them, and says so, for this rank of the job, on standard error. */
  void discardAll(int rank) {
    List<MatchedMessage> left = all();
    if (!left.isEmpty()) {
      System.err.println(
          "ob1j: rank "
              + rank
              + " discards messages that were matched and neither received nor discarded: "
              + left.size()
              + "; the first: "
              + left.get(0));
      left.forEach(MatchedMessage::discard);
    }
  }
}
