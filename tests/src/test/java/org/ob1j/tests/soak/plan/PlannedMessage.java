package org.ob1j.tests.soak.plan;

import org.ob1j.tests.soak.message.MessageBuffer;

/**
 * One message of a round's plan.
 *
 * @param index place in the plan; a sender sends its messages in this order
 * @param communicator which one
 * @param source the sender's rank in COMM_WORLD
 * @param destination the receiver's rank in COMM_WORLD
 * @param tag the tag
 * @param count elements
 * @param mode MPI's send mode
 * @param blocking whether the sender uses the blocking form, where the round allows it
 * @param sendKind what the sender's buffer is
 * @param receiveKind what the receiver's buffer is
 * @param wildcard what the receiver leaves open
 * @param receiveForm how the receiver receives, where the round leaves it open
 * @param key what the content follows from
 */
public record PlannedMessage(
    int index,
    SoakCommunicators.Choice communicator,
    int source,
    int destination,
    int tag,
    int count,
    Mode mode,
    boolean blocking,
    MessageBuffer.Kind sendKind,
    MessageBuffer.Kind receiveKind,
    Wildcard wildcard,
    ReceiveForm receiveForm,
    long key) {

  /** MPI's send modes. */
  public enum Mode {
    STANDARD,
    SYNCHRONOUS,
    BUFFERED,
    READY
  }

  /**
   * What a receive leaves open, from the most specific on. Receives are posted in this order, so
   * that none takes the last message that another needs.
   */
  public enum Wildcard {
    NONE,
    /** The tag or the source, as the plan says for the whole round. */
    ONE,
    BOTH
  }

  /** How a message is received. */
  public enum ReceiveForm {
    RECV,
    IRECV,
    PROBE,
    IPROBE,
    MPROBE,
    IMPROBE,
    CLAIM,
    CLAIM_STARTED,
    CLAIM_TO_FIT,
    CLAIM_WINDOWS,
    DISCARD;

    /** True for what package {@code org.ob1j} offers, on communicators prepared for it. */
    boolean isClaim() {
      return compareTo(CLAIM) >= 0;
    }
  }

  /** The same message with another content. */
  PlannedMessage withKey(long newKey) {
    return new PlannedMessage(
        index,
        communicator,
        source,
        destination,
        tag,
        count,
        mode,
        blocking,
        sendKind,
        receiveKind,
        wildcard,
        receiveForm,
        newKey);
  }
}
