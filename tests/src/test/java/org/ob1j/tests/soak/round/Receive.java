package org.ob1j.tests.soak.round;

import mpi.Datatype;
import mpi.Request;
import mpi.Status;
import org.ob1j.tests.soak.message.Received;
import org.ob1j.tests.soak.plan.PlannedMessage;

/** One receive of a round, of whatever form. */
final class Receive {
  /** What is known of a message that came. */
  record Outcome(int source, int tag, int count, int error, boolean cancelled) {
    static Outcome of(Status status, Datatype type) {
      return new Outcome(
          status.getSource(),
          status.getTag(),
          status.getCount(type),
          status.getError(),
          status.isCancelled());
    }
  }

  /** For which message of the plan it was meant; null if for none. */
  private final PlannedMessage message;

  private final long restKey;
  private Received content;
  private Request request;
  private Outcome outcome;

  /**
   * A receive.
   *
   * @param restKey what is in the buffer before follows from that
   */
  Receive(PlannedMessage message, Received content, long restKey) {
    this.message = message;
    this.content = content;
    this.restKey = restKey;
  }

  PlannedMessage message() {
    return message;
  }

  /** It has been started. */
  Receive by(Request started) {
    request = started;
    return this;
  }

  /** It is over. */
  Receive ended(Outcome how) {
    outcome = how;
    return this;
  }

  /** Only now is it known where the message went. */
  void into(Received newContent) {
    content = newContent;
  }

  /** Null if it needs no completion. */
  Request request() {
    return request;
  }

  Outcome outcome() {
    return outcome;
  }

  void verify(long messageKey, int messageElements, String where) {
    content.verify(messageKey, messageElements, restKey, where);
  }

  /** Fails unless nothing came. */
  void verifyUntouched() {
    verify(0, 0, "the buffer of a cancelled receive");
  }
}
