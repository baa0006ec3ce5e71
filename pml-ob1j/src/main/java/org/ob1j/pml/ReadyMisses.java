package org.ob1j.pml;

import org.ob1j.pml.header.MessageFlags;
import org.ob1j.runtime.pml.SendMode;

/**
 * Messages in ready mode that came before their receives were posted, which makes a program
 * erroneous (MPI standard, "Communication Modes"). They are received all the same, and the user is
 * told.
 */
final class ReadyMisses {
  private long count;
  private String first;

  /** A message is kept because no receive is posted for it. */
  void unexpected(Arrival arrival, Ob1Communicator communicator) {
    if (MessageFlags.mode(arrival.flags) == SendMode.READY && count++ == 0) {
      first =
          arrival.messageBytes
              + " bytes from rank "
              + arrival.source()
              + ", tag "
              + arrival.tag()
              + ", "
              + communicator.label();
    }
  }

  /** What to tell the user, or an empty text. */
  String describe() {
    return count == 0
        ? ""
        : "messages sent in ready mode before their receives were posted: "
            + count
            + "; the first: "
            + first;
  }
}
