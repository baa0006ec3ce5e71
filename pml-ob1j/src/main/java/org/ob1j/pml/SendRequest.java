package org.ob1j.pml;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.select.RdmaTraits;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.pml.select.SendProtocolSelector;
import org.ob1j.pml.select.SendTraits;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A send that did not end within its call. It belongs to its protocol until it is finished, and to
 * its user until it is released; then it goes back to the pool.
 */
final class SendRequest extends PmlRequest implements PendingOperation, BtlCompletion {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Ob1Pml pml;
  private final int slot;
  private final Convertor convertor;
  private int stage = SendStage.FREE.ordinal();
  private boolean released;
  private boolean queued;

  private Ob1Communicator communicator;
  private Peer peer;

  /** By which the message, or its header, goes; null if as a frame. */
  private OffloadedLane lane;

  private SendMode mode;
  private int destination;
  private int tag;
  private int sequence;
  private long bufferedBytes;

  /** How the rendezvous was announced, and what of it the receiver has asked for. */
  private SendProtocol announced;

  private long takenBytes;
  private long unclaimedBytes;
  private OutgoingRdma rdma;

  /** Where the peer has several rails; null before the first fragment. */
  private StripedFragments striped;

  int framesInFlight;
  boolean sendingFragments;
  long nextByte;
  long endByte;
  int receiveSlot;
  int receiveGeneration;

  SendRequest(Ob1Pml pml, int slot) {
    this.pml = pml;
    this.slot = slot;
    convertor = new Convertor(pml.buffers());
  }

  int slot() {
    return slot;
  }

  Ob1Pml pml() {
    return pml;
  }

  Convertor convertor() {
    return convertor;
  }

  Ob1Communicator communicator() {
    return communicator;
  }

  Peer peer() {
    return peer;
  }

  OffloadedLane lane() {
    return lane;
  }

  SendMode mode() {
    return mode;
  }

  int destination() {
    return destination;
  }

  int tag() {
    return tag;
  }

  int sequence() {
    return sequence;
  }

  SendStage stage() {
    return SendStage.of(stage);
  }

  private boolean isAt(SendStage that) {
    return stage == that.number;
  }

  /** The one place that changes the stage. */
  void advanceTo(SendStage next) {
    if ((next.predecessors >>> stage & 1) == 0) {
      throw new IllegalStateException("a send cannot go from " + stage() + " to " + next);
    }
    stage = next.number;
  }

  /** Takes a message whose convertor has been prepared, and gives it its place in the order. */
  void begin(
      Ob1Communicator newCommunicator,
      Peer newPeer,
      SendMode newMode,
      int newDestination,
      int newTag) {
    open();
    communicator = newCommunicator;
    peer = newPeer;
    lane = newCommunicator.laneTo(newDestination);
    mode = newMode;
    destination = newDestination;
    tag = newTag;
    sequence = newCommunicator.nextSequence(newDestination);
    released = false;
    queued = false;
    framesInFlight = 0;
    bufferedBytes = 0;
    advanceTo(SendStage.STARTING);
  }

  /** Says how much of the attached buffer this send occupies until it is over. */
  void occupy(long reservedBytes) {
    bufferedBytes = reservedBytes;
  }

  /**
   * Moves the data of a buffered send into memory of ours, once, so that the user's buffer is free;
   * the send is complete as far as the user is concerned.
   */
  void moveAside() {
    if (!isComplete()) {
      byte[] copy = new byte[Math.toIntExact(convertor.lengthBytes())];
      pml.copyOut(convertor, copy);
      convertor.prepare(copy, copy.length, BYTES);
      completeForUser();
    }
  }

  /** Starts, or queues up if the transport is busy. */
  void start() {
    if ((lane == null ? peer.isCongested() : lane.isCongested()) || !attempt()) {
      if (mode == SendMode.BUFFERED) {
        moveAside();
      }
      enqueue();
    }
  }

  void enqueue() {
    if (!queued && (isAt(SendStage.STARTING) || isAt(SendStage.TRANSFERRING))) {
      queued = true;
      if (!isAt(SendStage.STARTING)) {
        peer.enqueue(this);
      } else if (lane == null) {
        peer.enqueueMessage(this);
      } else {
        lane.enqueue(this);
      }
    }
  }

  /** The message, which has not begun, goes as a frame. */
  void leaveLane() {
    lane = null;
    queued = false;
    enqueue();
  }

  @Override
  public boolean attempt() {
    boolean taken =
        switch (stage()) {
          case STARTING -> startProtocol();
          case TRANSFERRING -> SendReceivePipeline.sendFragments(this);
          default -> true;
        };
    if (taken) {
      queued = false;
    }
    return taken;
  }

  private boolean startProtocol() {
    // The rails may have changed since the last attempt.
    leaveRdmaUnless(rdma == null || rdma.isBy(peer.endpoint().module()));
    SendProtocol protocol = select();
    leaveRdmaUnless(protocol.isPinned());
    return switch (protocol) {
      case EAGER_IMMEDIATE -> EagerSend.immediate(this);
      case EAGER_PREPARED -> EagerSend.prepared(this);
      case EAGER_ALLOCATED -> EagerSend.allocated(this);
      case RNDV_COMPLETE -> SendReceivePipeline.startComplete(this);
      case BUFFERED_PIPELINE -> BufferedPipeline.start(this);
      case SEND_RECEIVE_PIPELINE -> SendReceivePipeline.start(this);
      case RDMA_PIPELINE -> RdmaPipeline.start(this);
      case RDMA_DIRECT_PUT -> RdmaDirectPut.start(this);
      case RDMA_DIRECT_GET, RDMA_BLOCK_GET -> RdmaDirectGet.start(this, protocol);
    };
  }

  /** True if so many bytes of the message may go before the receiver has asked for them. */
  boolean mayPush(long lengthBytes) {
    return convertor.lengthBytes() <= communicator.variableThreshold()
        && peer.hasCredit(lengthBytes);
  }

  private SendProtocol select() {
    long lengthBytes = convertor.lengthBytes();
    boolean withinCredit = mayPush(lengthBytes);
    int eagerBytes = lane == null ? peer.eagerBytes() : lane.eagerBytes();
    boolean eager = withinCredit && lengthBytes <= eagerBytes;
    if (rdma == null && !eager && mode != SendMode.BUFFERED) {
      rdma = OutgoingRdma.of(pml, peer.endpoint().module(), convertor, lengthBytes);
    }
    SendTraits traits =
        SendTraits.of(
            mode,
            lengthBytes,
            convertor.isContiguous(),
            convertor.directBytes() != null,
            withinCredit,
            eagerBytes,
            MatchHeader.BYTES,
            peer.attributes(),
            rdma == null ? RdmaTraits.NONE : rdma.traits());
    return SendProtocolSelector.select(lane == null ? traits : traits.byLane(eagerBytes));
  }

  /** Asks for a frame for the header that is matched. */
  Frame reserveFirst(int headerBytes, int payloadBytes) {
    return lane == null
        ? peer.reserve(headerBytes, payloadBytes)
        : lane.reserve(headerBytes, payloadBytes);
  }

  private void leaveRdmaUnless(boolean wanted) {
    if (rdma != null && !wanted) {
      rdma.release();
      rdma = null;
    }
  }

  // Rendezvous

  /** The header that begins a rendezvous is about to leave, with the first bytes. */
  void awaitReply(SendProtocol protocol, int firstBytes) {
    announced = protocol;
    nextByte = firstBytes;
    endByte = firstBytes;
    advanceTo(SendStage.AWAITING_ACK);
  }

  SendProtocol announced() {
    return announced;
  }

  /** What RDMA needs to know of this message; made when first asked for. */
  OutgoingRdma rdma() {
    if (rdma == null) {
      rdma = new OutgoingRdma(pml.registrations());
    }
    return rdma;
  }

  /** How the fragments are divided among several rails; null if all go by the first. */
  StripedFragments striped() {
    if (striped == null && peer.rails().areSeveral()) {
      striped = new StripedFragments(this);
    }
    return striped;
  }

  /**
   * Checks that a reply of the receiver, which asks for a part of the message or says that it has
   * it, can be right before anything is done with it.
   *
   * @param taken how much of the message the receiver says it takes in all
   */
  void checkReply(Peer from, long taken, long offset, long lengthBytes) {
    checkAnswered(from);
    if (taken < 0
        || taken > convertor.lengthBytes()
        || offset < 0
        || lengthBytes < 0
        || offset > taken - lengthBytes) {
      throw FrameChecks.outside(offset, lengthBytes, taken, convertor.lengthBytes());
    }
    long unclaimed = unclaimedOf(taken);
    if (isAt(SendStage.TRANSFERRING) && taken != takenBytes
        || lengthBytes > unclaimed
        || lengthBytes == 0 && (unclaimed != 0 || isAt(SendStage.TRANSFERRING))) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "an answer for " + lengthBytes + " bytes, where " + unclaimed + " have had none");
    }
  }

  /** Checks that this message waits for an answer of that peer. */
  void checkAnswered(Peer from) {
    if (!isAt(SendStage.AWAITING_ACK) && !isAt(SendStage.TRANSFERRING) || peer != from) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "an answer from rank " + from.rank() + " for send " + slot + ", which is " + stage());
    }
  }

  private long unclaimedOf(long taken) {
    return isAt(SendStage.TRANSFERRING) ? unclaimedBytes : taken - Math.min(nextByte, taken);
  }

  /** Counts a part of the message for which a reply, which has been checked, has come. */
  void claim(long taken, long lengthBytes) {
    unclaimedBytes = unclaimedOf(taken) - lengthBytes;
    takenBytes = taken;
    if (isAt(SendStage.AWAITING_ACK)) {
      endByte = nextByte;
      advanceTo(SendStage.TRANSFERRING);
    }
  }

  /** The receiver wants no more of the message than it has asked for. */
  void discard() {
    if (isAt(SendStage.AWAITING_ACK)) {
      claim(0, 0);
    } else {
      unclaimedBytes = 0;
    }
    continueSending();
  }

  /** Bytes that the receiver wants as fragments, after those that it has asked for before. */
  void addFragments(long offset, long lengthBytes) {
    if (nextByte == endByte) {
      nextByte = offset;
      endByte = offset + lengthBytes;
    } else {
      rdma().addFragments(offset, lengthBytes);
    }
  }

  /** True if there are fragments to send. */
  boolean hasFragments() {
    return nextByte < endByte || rdma != null && rdma.nextFragments(this);
  }

  /** True if the receiver has had an answer to all that it wants of the message. */
  boolean isAllHandled() {
    return nextByte == endByte
        && unclaimedBytes == 0
        && isAt(SendStage.TRANSFERRING)
        && (rdma == null || rdma.isThrough());
  }

  /** Goes on with fragments, or ends if nothing is left to do. */
  void continueSending() {
    if (isAt(SendStage.TRANSFERRING)
        && !sendingFragments
        && !queued
        && !SendReceivePipeline.sendFragments(this)) {
      enqueue();
    }
  }

  @Override
  public void completed(BtlEndpoint endpoint, BtlResult result) {
    framesInFlight--;
    if (result == BtlResult.FAILED) {
      fail();
    } else if (isAt(SendStage.TRANSFERRING)) {
      continueSending();
    } else {
      finishIfDrained();
    }
  }

  /** Everything has been handed over; finishes when the transport is through with the memory. */
  void handedOver() {
    advanceTo(SendStage.DRAINING);
    finishIfDrained();
  }

  private void finishIfDrained() {
    if (isAt(SendStage.DRAINING) && framesInFlight == 0) {
      finish();
    }
  }

  /** Ends the protocol. */
  void finish() {
    advanceTo(SendStage.FINISHED);
    leaveBuffer();
    completeForUser();
    recycleIfOver();
  }

  void completeForUser() {
    if (!isComplete()) {
      complete(destination, tag, convertor.lengthBytes(), PmlError.NONE);
    }
  }

  /** The peer has failed. */
  void fail() {
    if (isAt(SendStage.FREE) || isAt(SendStage.FINISHED)) {
      recycleIfOver();
      return;
    }
    advanceTo(SendStage.FINISHED);
    leaveBuffer();
    if (!isComplete()) {
      complete(destination, tag, 0, PmlError.PEER_FAILED);
    }
    recycleIfOver();
  }

  private void leaveBuffer() {
    pml.bufferedSends().give(bufferedBytes);
    bufferedBytes = 0;
    if (rdma != null) {
      rdma.release();
    }
  }

  @Override
  public void describe(WaitDescription wait) {
    wait.operation(toString());
    if (peer != null) {
      wait.needs(peer.rank());
    }
  }

  @Override
  public String toString() {
    return "send of "
        + convertor.lengthBytes()
        + " bytes to rank "
        + destination
        + ", tag "
        + tag
        + ", "
        + stage()
        + (communicator == null ? "" : ", " + communicator.label());
  }

  /** The user does not need the request any more. */
  void release() {
    released = true;
    recycleIfOver();
  }

  private void recycleIfOver() {
    if (released
        && isAt(SendStage.FINISHED)
        && framesInFlight == 0
        && (rdma == null || rdma.isIdle())) {
      advanceTo(SendStage.FREE);
      released = false;
      rdma = null;
      striped = null;
      convertor.release();
      if (peer != null) {
        communicator = null;
        peer = null;
        lane = null;
      }
      retire();
      pml.sends().give(slot);
    }
  }
}
