package org.ob1j.pml.dispatch;

import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.protocol.Context;
import org.ob1j.runtime.pml.SendMode;

/**
 * Messages in ready mode that came before their receives were posted, which makes a program
 * erroneous (MPI standard, "Communication Modes"). They are received all the same, and the user is
 * told.
 */
public final class ReadyMisses {
  private long count;
  private String first;

  /** A message is kept because no receive is posted for it. */
  void unexpected(Arrival arrival, Context communicator) {
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
  public String describe() {
    return count == 0
        ? ""
        : "messages sent in ready mode before their receives were posted: "
            + count
            + "; the first: "
            + first;
  }
}
