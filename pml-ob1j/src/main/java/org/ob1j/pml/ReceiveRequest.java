package org.ob1j.pml;

import java.nio.ByteBuffer;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.progress.WaitDescription;

/** A receive: what it accepts, where the data goes, and how much of it has come. Pooled. */
final class ReceiveRequest extends PostedReceive {
  private final Ob1Pml pml;
  private final int slot;
  private final Convertor convertor = new Convertor();
  private int stage = ReceiveStage.FREE.ordinal();
  private boolean released;
  private boolean truncated;

  private Ob1Communicator communicator;
  private Peer peer;
  private int matchedSource;
  private int matchedTag;
  private long wantedBytes;
  private long arrivedBytes;

  ReceiveRequest(Ob1Pml pml, int slot) {
    this.pml = pml;
    this.slot = slot;
  }

  @Override
  protected int slot() {
    return slot;
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

  ReceiveStage stage() {
    return ReceiveStage.of(stage);
  }

  private boolean isAt(ReceiveStage that) {
    return stage == that.ordinal();
  }

  /** The one place that changes the stage. */
  private void advanceTo(ReceiveStage next) {
    if (!next.mayFollow(stage)) {
      throw new IllegalStateException("a receive cannot go from " + stage() + " to " + next);
    }
    stage = next.ordinal();
  }

  /** Begins a receive whose convertor has been prepared. */
  void begin(Ob1Communicator newCommunicator, int source, int tag) {
    open();
    if (communicator != newCommunicator) {
      communicator = newCommunicator;
    }
    released = false;
    truncated = false;
    accept(source, tag);
    advanceTo(ReceiveStage.POSTED);
  }

  /** A whole message is here. */
  void receiveEager(int source, int tag, Memory payload, int offset, int lengthBytes) {
    int fitting = (int) Math.min(lengthBytes, convertor.lengthBytes());
    if (fitting != 0) {
      convertor.unpack(0, payload, offset, fitting);
    }
    advanceTo(ReceiveStage.FINISHED);
    complete(source, tag, fitting, fitting == lengthBytes ? PmlError.NONE : PmlError.TRUNCATED);
    recycleIfOver();
  }

  /** A message of this process to itself is here. */
  void receiveFromSelf(SendRequest send, Memory scratch) {
    long lengthBytes = send.convertor().lengthBytes();
    long fitting = Math.min(lengthBytes, convertor.lengthBytes());
    send.convertor().copyTo(convertor, 0, fitting, scratch);
    advanceTo(ReceiveStage.FINISHED);
    complete(
        send.destination(),
        send.tag(),
        fitting,
        fitting == lengthBytes ? PmlError.NONE : PmlError.TRUNCATED);
    recycleIfOver();
  }

  /** The beginning of a message is here; asks its sender for what else fits. */
  void receiveRendezvous(
      Peer sender,
      int source,
      int tag,
      long messageBytes,
      long sendName,
      Memory payload,
      int offset,
      int lengthBytes) {
    peer = sender;
    matchedSource = source;
    matchedTag = tag;
    wantedBytes = Math.min(messageBytes, convertor.lengthBytes());
    truncated = wantedBytes < messageBytes;
    arrivedBytes = Math.min(lengthBytes, wantedBytes);
    if (arrivedBytes != 0) {
      convertor.unpack(0, payload, offset, (int) arrivedBytes);
    }
    advanceTo(ReceiveStage.TRANSFERRING);
    sender.sendAck(sendName, this, arrivedBytes, wantedBytes - arrivedBytes);
    finishIfAllArrived();
  }

  /** Checks that a piece of the message can be right before anything is done with it. */
  void checkFragment(Peer sender, long offset, int lengthBytes) {
    if (!isAt(ReceiveStage.TRANSFERRING) || peer != sender) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "a fragment from rank "
              + sender.rank()
              + " for receive "
              + slot
              + ", which is "
              + stage());
    }
    if (offset < 0 || offset > wantedBytes - lengthBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_OFFSET,
          "a fragment of "
              + lengthBytes
              + " bytes at "
              + offset
              + " of a message of which "
              + wantedBytes
              + " bytes are wanted");
    }
    if (lengthBytes <= 0 || lengthBytes > wantedBytes - arrivedBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a fragment of "
              + lengthBytes
              + " bytes where "
              + (wantedBytes - arrivedBytes)
              + " are missing");
    }
  }

  /** A piece of the message, which has been checked, is here. */
  void receiveFragment(long messageOffset, Memory payload, int offset, int lengthBytes) {
    convertor.unpack(messageOffset, payload, offset, lengthBytes);
    arrived(lengthBytes);
  }

  /** Where a transport may write a piece of the message by itself; null if it cannot. */
  PayloadTarget target(long messageOffset, int lengthBytes) {
    ByteBuffer memory = convertor.directBytes();
    return memory == null
        ? null
        : new FragmentTarget(this, generation(), memory, (int) messageOffset, lengthBytes);
  }

  /** A piece of a message on its way into the user's memory. */
  private record FragmentTarget(
      ReceiveRequest request, int generation, ByteBuffer memory, int offset, int lengthBytes)
      implements PayloadTarget {
    @Override
    public void arrived() {
      if (request.generation() == generation && request.isAt(ReceiveStage.TRANSFERRING)) {
        request.arrived(lengthBytes);
      }
    }

    @Override
    public void abandoned() {
      // The transport reports the failure of the peer, which ends the receive.
    }
  }

  private void arrived(int lengthBytes) {
    arrivedBytes += lengthBytes;
    finishIfAllArrived();
  }

  private void finishIfAllArrived() {
    if (arrivedBytes == wantedBytes) {
      advanceTo(ReceiveStage.FINISHED);
      complete(
          matchedSource, matchedTag, arrivedBytes, truncated ? PmlError.TRUNCATED : PmlError.NONE);
      recycleIfOver();
    }
  }

  /** Ends a receive that has been taken out of the matching engine. */
  void finishCancelled() {
    advanceTo(ReceiveStage.FINISHED);
    completeCancelled(wantedSource(), wantedTag());
    recycleIfOver();
  }

  /** Ends a receive whose peer has failed. */
  void fail() {
    advanceTo(ReceiveStage.FINISHED);
    complete(wantedSource(), wantedTag(), 0, PmlError.PEER_FAILED);
    recycleIfOver();
  }

  /** The user does not need the request any more. */
  void release() {
    released = true;
    recycleIfOver();
  }

  private void recycleIfOver() {
    if (released && isAt(ReceiveStage.FINISHED)) {
      advanceTo(ReceiveStage.FREE);
      released = false;
      convertor.release();
      if (peer != null) {
        peer = null;
      }
      retire();
      pml.receives().give(slot);
    }
  }

  @Override
  public void describe(WaitDescription wait) {
    wait.operation(this + ", " + communicator.label());
    if (isAt(ReceiveStage.TRANSFERRING)) {
      wait.needs(peer.rank());
    } else {
      communicator.needSource(wantedSource(), wait);
    }
  }

  @Override
  public String toString() {
    return "receive of at most "
        + convertor.lengthBytes()
        + " bytes from "
        + (wantedSource() < 0 ? "any source" : "rank " + wantedSource())
        + ", "
        + (wantedTag() < 0 ? "any tag" : "tag " + wantedTag())
        + ", "
        + stage()
        + (isAt(ReceiveStage.TRANSFERRING)
            ? " (" + arrivedBytes + " of " + wantedBytes + " bytes)"
            : "");
  }
}
