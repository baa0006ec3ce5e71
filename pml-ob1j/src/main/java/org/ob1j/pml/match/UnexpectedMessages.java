package org.ob1j.pml.match;

import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import java.util.function.Consumer;

/**
 * The messages of a communicator that came before their receives, in the order of arrival. A
 * receive mostly takes one of the first; where it does not they are put into an {@link
 * UnexpectedTable} as well, until none is left.
 */
final class UnexpectedMessages<U extends UnexpectedMessage> {
  /** So many that do not match a receive are looked at before all are hashed. */
  private static final int MAX_LOOKED_AT = 16;

  private final int sources;
  private UnexpectedMessage first;
  private UnexpectedMessage last;
  private int size;

  /** Null until it is needed. */
  private UnexpectedTable table;

  /** Whether the messages are in the table, too. */
  private boolean hashed;

  UnexpectedMessages(int sources) {
    this.sources = sources;
  }

  int size() {
    return size;
  }

  void add(U message) {
    message.previous = last;
    if (last == null) {
      first = message;
    } else {
      last.next = message;
    }
    last = message;
    size++;
    if (hashed) {
      table.add(message);
    }
  }

  /** The oldest message that a receive with these arguments matches, or null. */
  U find(int source, int tag) {
    UnexpectedMessage found = first;
    int lookedAt = 0;
    while (found != null
        && (tag != ANY_TAG && found.tag() != tag
            || source != ANY_SOURCE && found.source() != source)) {
      found = found.next;
      lookedAt++;
      if (lookedAt > MAX_LOOKED_AT && source != ANY_SOURCE) {
        return findHashed(source, tag);
      }
    }
    return cast(found);
  }

  private U findHashed(int source, int tag) {
    if (!hashed) {
      hash();
    }
    return cast(table.find(source, tag));
  }

  private void hash() {
    if (table == null) {
      table = new UnexpectedTable(sources);
    }
    for (UnexpectedMessage message = first; message != null; message = message.next) {
      table.add(message);
    }
    hashed = true;
  }

  void remove(U message) {
    if (hashed) {
      table.remove(message);
      hashed = size != 1;
    }
    if (message.previous == null) {
      first = message.next;
    } else {
      message.previous.next = message.next;
    }
    if (message.next == null) {
      last = message.previous;
    } else {
      message.next.previous = message.previous;
    }
    message.next = null;
    message.previous = null;
    size--;
  }

  void forEach(Consumer<U> action) {
    for (UnexpectedMessage message = first; message != null; message = message.next) {
      action.accept(cast(message));
    }
  }

  @SuppressWarnings("unchecked")
  private U cast(UnexpectedMessage message) {
    return (U) message;
  }
}
