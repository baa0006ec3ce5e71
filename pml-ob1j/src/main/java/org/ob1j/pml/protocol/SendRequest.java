package org.ob1j.pml.protocol;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.PendingOperation;
import org.ob1j.pml.select.SendProtocol;
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
public final class SendRequest extends PmlRequest implements PendingOperation, BtlCompletion {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Requests owner;
  private final int slot;
  private final Convertor convertor;
  private int stage = SendStage.FREE.ordinal();
  private boolean released;
  private boolean queued;

  private Context communicator;
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

  private final OutgoingFragments fragments = new OutgoingFragments();
  private OutgoingRdma rdma;

  /** Where the peer has several rails; null before the first fragment. */
  private StripedFragments striped;

  private int framesInFlight;
  private boolean sendingFragments;

  SendRequest(Requests owner, int slot) {
    this.owner = owner;
    this.slot = slot;
    convertor = new Convertor(owner.buffers());
  }

  public int slot() {
    return slot;
  }

  Requests owner() {
    return owner;
  }

  public Convertor convertor() {
    return convertor;
  }

  public Context communicator() {
    return communicator;
  }

  public Peer peer() {
    return peer;
  }

  OffloadedLane lane() {
    return lane;
  }

  public SendMode mode() {
    return mode;
  }

  int destination() {
    return destination;
  }

  public int tag() {
    return tag;
  }

  public int sequence() {
    return sequence;
  }

  public SendStage stage() {
    return SendStage.of(stage);
  }

  private boolean isAt(SendStage that) {
    return stage == that.number;
  }

  /** The one place that changes the stage. */
  public void advanceTo(SendStage next) {
    if ((next.predecessors >>> stage & 1) == 0) {
      throw new IllegalStateException("a send cannot go from " + stage() + " to " + next);
    }
    stage = next.number;
  }

  /** Takes a message whose convertor has been prepared, and gives it its place in the order. */
  public void begin(
      Context newCommunicator, Peer newPeer, SendMode newMode, int newDestination, int newTag) {
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
  public void occupy(long reservedBytes) {
    bufferedBytes = reservedBytes;
  }

  /**
   * Moves the data of a buffered send into memory of ours, once, so that the user's buffer is free;
   * the send is complete as far as the user is concerned.
   */
  public void moveAside() {
    if (!isComplete()) {
      byte[] copy = new byte[Math.toIntExact(convertor.lengthBytes())];
      owner.copyOut(convertor, copy);
      convertor.prepare(copy, copy.length, BYTES);
      completeForUser();
    }
  }

  /** Starts, or queues up if the transport is busy. */
  public void start() {
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
  public void leaveLane() {
    lane = null;
    queued = false;
    enqueue();
  }

  @Override
  public boolean attempt() {
    boolean taken =
        switch (stage()) {
          case STARTING -> SendChoice.start(this);
          case TRANSFERRING -> sendFragments();
          default -> true;
        };
    if (taken) {
      queued = false;
    }
    return taken;
  }

  /** True if so many bytes of the message may go before the receiver has asked for them. */
  boolean mayPush(long lengthBytes) {
    return convertor.lengthBytes() <= communicator.variableThreshold()
        && peer.hasCredit(lengthBytes);
  }

  /** Asks for a frame for the header that is matched. */
  Frame reserveFirst(int headerBytes, int payloadBytes) {
    return lane == null
        ? peer.reserve(headerBytes, payloadBytes)
        : lane.reserve(headerBytes, payloadBytes);
  }

  /** Sends the frame that begins the message by its lane. */
  void sendByLane(Frame frame) {
    lane.send(frame, communicator.contextId(), communicator.rank(), tag);
  }

  /** What would move the message by RDMA from now on; the one before is released. */
  void use(OutgoingRdma newRdma) {
    if (rdma != null && rdma != newRdma) {
      rdma.release();
    }
    rdma = newRdma;
  }

  // Rendezvous

  /** The header that begins a rendezvous is about to leave, with the first bytes. */
  void awaitReply(SendProtocol protocol, int firstBytes) {
    announced = protocol;
    fragments.begin(firstBytes);
    advanceTo(SendStage.AWAITING_ACK);
  }

  public SendProtocol announced() {
    return announced;
  }

  /** The bytes that the receiver has asked for, and that go by fragments. */
  public OutgoingFragments fragments() {
    return fragments;
  }

  /** What RDMA needs to know of this message; null if there is nothing. */
  OutgoingRdma rdma() {
    return rdma;
  }

  /** The same, for a put that the receiver has asked for; made when first asked for. */
  OutgoingRdma rdmaForPuts() {
    if (rdma == null) {
      rdma = new OutgoingRdma(owner.registrations());
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
  public void checkReply(Peer from, long taken, long offset, long lengthBytes) {
    checkAnswered(from);
    fragments.check(
        isAt(SendStage.AWAITING_ACK), taken, offset, lengthBytes, convertor.lengthBytes());
  }

  /** Checks that this message waits for an answer of that peer. */
  public void checkAnswered(Peer from) {
    if (!isAt(SendStage.AWAITING_ACK) && !isAt(SendStage.TRANSFERRING) || peer != from) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "an answer from rank " + from.rank() + " for send " + slot + ", which is " + stage());
    }
  }

  /** Counts a part of the message for which a reply, which has been checked, has come. */
  public void claim(long taken, long lengthBytes) {
    boolean isFirst = isAt(SendStage.AWAITING_ACK);
    fragments.claim(isFirst, taken, lengthBytes);
    if (isFirst) {
      advanceTo(SendStage.TRANSFERRING);
    }
  }

  /** The receiver wants no more of the message than it has asked for. */
  public void discard() {
    if (isAt(SendStage.AWAITING_ACK)) {
      claim(0, 0);
    } else {
      fragments.wantNoMore();
    }
    continueSending();
  }

  /** True if the receiver has had an answer to all that it wants of the message. */
  boolean isAllHandled() {
    return fragments.areOver()
        && isAt(SendStage.TRANSFERRING)
        && (rdma == null || rdma.isThrough());
  }

  /**
   * Sends fragments while the transport takes them; false if it is busy. A completion that the
   * transport calls meanwhile makes room in the depth, and leaves the sending to this loop.
   */
  private boolean sendFragments() {
    sendingFragments = true;
    StripedFragments several = striped();
    boolean taken =
        several != null ? several.sendWhileRoom() : SendReceivePipeline.sendWhileRoom(this);
    sendingFragments = false;
    if (taken && isAllHandled()) {
      handedOver();
    }
    return taken;
  }

  /** Goes on with fragments, or ends if nothing is left to do. */
  public void continueSending() {
    if (isAt(SendStage.TRANSFERRING) && !sendingFragments && !queued && !sendFragments()) {
      enqueue();
    }
  }

  /** How many frames of the message the transport still has. */
  int framesInFlight() {
    return framesInFlight;
  }

  /** A frame is about to go of which the transport tells when it has left. */
  void frameGoes() {
    framesInFlight++;
  }

  /** The frame has left before its sending returned. */
  void frameHasLeft() {
    framesInFlight--;
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
  public void finish() {
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
  public void fail() {
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
    owner.bufferedSends().give(bufferedBytes);
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
  public void release() {
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
      owner.sends().give(slot);
    }
  }
}
