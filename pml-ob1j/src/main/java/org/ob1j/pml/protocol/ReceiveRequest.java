package org.ob1j.pml.protocol;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.peer.Peer;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.progress.WaitDescription;

/** A receive: what it accepts, where the data goes, and how much of it has come. Pooled. */
public final class ReceiveRequest extends PostedReceive {
  private final Requests owner;
  private final int slot;
  private final Convertor convertor;
  private int stage = ReceiveStage.FREE.ordinal();
  private boolean released;

  private Context communicator;
  private Peer peer;
  private int matchedSource;
  private int matchedTag;
  private long matchedBytes;
  private long wantedBytes;
  private long arrivedBytes;

  /** Where in the message the part that is wanted begins; not 0 only of a message in parts. */
  private long partOffset;

  /** The transport that has brought the header brings the rest, too. */
  private boolean awaitsWhole;

  /** What moves by RDMA; null if nothing does. */
  private RdmaReceive rdma;

  ReceiveRequest(Requests owner, int slot) {
    this.owner = owner;
    this.slot = slot;
    convertor = new Convertor(owner.buffers());
  }

  @Override
  public int slot() {
    return slot;
  }

  /** The name of this request on the wire. */
  long name() {
    return (long) generation() << Integer.SIZE | slot;
  }

  public Requests owner() {
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

  public ReceiveStage stage() {
    return ReceiveStage.of(stage);
  }

  private boolean isAt(ReceiveStage that) {
    return stage == that.number;
  }

  /** The one place that changes the stage. */
  private void advanceTo(ReceiveStage next) {
    if ((next.predecessors >>> stage & 1) == 0) {
      throw new IllegalStateException("a receive cannot go from " + stage() + " to " + next);
    }
    stage = next.number;
  }

  /** Begins a receive whose convertor has been prepared. */
  public void begin(Context newCommunicator, int source, int tag) {
    open();
    communicator = newCommunicator;
    released = false;
    accept(source, tag);
    advanceTo(ReceiveStage.POSTED);
  }

  /** A whole message is here. */
  public void receiveEager(int source, int tag, Memory payload, int offset, int lengthBytes) {
    int fitting = (int) Math.min(lengthBytes, convertor.lengthBytes());
    if (fitting != 0) {
      convertor.unpack(0, payload, offset, fitting);
    }
    finishEager(source, tag, fitting, lengthBytes);
  }

  /** So much of a whole message has been unpacked. */
  public void finishEager(int source, int tag, int fittingBytes, int lengthBytes) {
    advanceTo(ReceiveStage.FINISHED);
    completeWith(source, tag, fittingBytes, lengthBytes);
    recycleIfOver();
  }

  /** Where a transport may write a whole message by itself; null if it cannot, or is too long. */
  public PayloadTarget targetOfWhole(BtlEndpoint from, int lengthBytes) {
    return lengthBytes <= convertor.lengthBytes() ? target(from, 0, lengthBytes) : null;
  }

  /** A whole message has been matched that a transport is going to write. */
  public void awaitWhole(Peer sender, int source, int tag, int lengthBytes) {
    peer = sender;
    matchedSource = source;
    matchedTag = tag;
    matchedBytes = lengthBytes;
    wantedBytes = lengthBytes;
    arrivedBytes = 0;
    awaitsWhole = true;
    advanceTo(ReceiveStage.TRANSFERRING);
  }

  /** A message of this process to itself is here. */
  public void receiveFromSelf(SendRequest send) {
    long lengthBytes = send.convertor().lengthBytes();
    long fitting = Math.min(lengthBytes, convertor.lengthBytes());
    send.convertor().copyTo(convertor, 0, fitting, owner.scratch());
    advanceTo(ReceiveStage.FINISHED);
    completeWith(send.destination(), send.tag(), fitting, lengthBytes);
    recycleIfOver();
  }

  /** So much of a message that is so long has been received. */
  private void completeWith(int source, int tag, long receivedBytes, long lengthBytes) {
    if (receivedBytes == lengthBytes) {
      complete(source, tag, receivedBytes, PmlError.NONE);
    } else {
      completeTruncated(source, tag, receivedBytes, lengthBytes);
    }
  }

  /**
   * The beginning of a message is here; has what else fits come.
   *
   * @param payload the first bytes, or with an RGET the sender's registrations
   */
  public void receiveRendezvous(MessageStart start, Memory payload, int offset, int lengthBytes) {
    peer = start.peer();
    matchedSource = start.source();
    matchedTag = start.tag();
    matchedBytes = start.messageBytes();
    wantedBytes = Math.min(matchedBytes, convertor.lengthBytes());
    arrivedBytes = start.announced().isGet() ? 0 : Math.min(lengthBytes, wantedBytes);
    if (arrivedBytes != 0) {
      convertor.unpack(0, payload, offset, (int) arrivedBytes);
    }
    advanceTo(ReceiveStage.TRANSFERRING);
    rdma = ReceiveChoice.of(this, start, payload, offset, lengthBytes);
    if (rdma != null) {
      rdma.begin();
    } else {
      acknowledge(start.sendName(), arrivedBytes, missingBytes());
    }
    finishIfAllArrived();
  }

  /**
   * A part of a message is wanted of which some bytes may be here; has the others come by
   * fragments.
   *
   * @param firstByte where in the message the part begins
   */
  public void receivePart(
      MessageStart message, long firstByte, Memory here, int offset, int hereBytes) {
    long messageBytes = message.messageBytes();
    peer = message.peer();
    matchedSource = message.source();
    matchedTag = message.tag();
    partOffset = firstByte;
    matchedBytes = convertor.lengthBytes();
    wantedBytes = matchedBytes;
    arrivedBytes = hereBytes;
    if (hereBytes != 0) {
      convertor.unpack(0, here, offset, hereBytes);
    }
    advanceTo(ReceiveStage.TRANSFERRING);
    peer.sendAck(
        message.sendName(),
        slot,
        generation(),
        firstByte + arrivedBytes,
        missingBytes(),
        messageBytes);
    finishIfAllArrived();
  }

  /** All that is wanted has been copied into the user's buffer. */
  public void receiveCopied(int source, int tag) {
    advanceTo(ReceiveStage.FINISHED);
    complete(source, tag, convertor.lengthBytes(), PmlError.NONE);
    recycleIfOver();
  }

  /** Tells the sender which bytes of all that is wanted are to come as fragments. */
  void acknowledge(long sendName, long firstByte, long lengthBytes) {
    peer.sendAck(sendName, slot, generation(), firstByte, lengthBytes, wantedBytes);
  }

  long wantedBytes() {
    return wantedBytes;
  }

  long arrivedBytes() {
    return arrivedBytes;
  }

  long missingBytes() {
    return wantedBytes - arrivedBytes;
  }

  /** Checks that a FIN can be right before anything is done with it. */
  public void checkFinish(Peer sender, FinishHeader finish) {
    if (!isAt(ReceiveStage.TRANSFERRING) || peer != sender || rdma == null) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "a FIN from rank " + sender.rank() + " for receive " + slot + ", which is " + stage());
    }
    rdma.checkFinish(finish);
  }

  /** A put, which has been checked, has ended. */
  public void receiveFinish(FinishHeader finish) {
    rdma.finished(finish);
  }

  /** Checks that a piece of the message can be right before anything is done with it. */
  public void checkFragment(Peer sender, long offset, int lengthBytes) {
    if (!isAt(ReceiveStage.TRANSFERRING) || awaitsWhole || peer != sender) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE,
          "a fragment from rank "
              + sender.rank()
              + " for receive "
              + slot
              + ", which is "
              + stage());
    }
    long inPart = offset - partOffset;
    if (inPart < 0 || inPart > wantedBytes - lengthBytes) {
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
    checkMissing(lengthBytes);
  }

  /** Checks that so many bytes are still missing. */
  void checkMissing(long lengthBytes) {
    if (lengthBytes <= 0 || lengthBytes > missingBytes()) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a part of " + lengthBytes + " bytes where " + missingBytes() + " are missing");
    }
  }

  /** A piece of the message, which has been checked, is here. */
  public void receiveFragment(long messageOffset, Memory payload, int offset, int lengthBytes) {
    convertor.unpack(messageOffset - partOffset, payload, offset, lengthBytes);
    arrived(lengthBytes);
  }

  /** Where a transport may write a piece of the message by itself; null if it cannot. */
  public PayloadTarget target(BtlEndpoint from, long messageOffset, int lengthBytes) {
    ByteBuffer memory = convertor.directBytes();
    Object array = memory == null ? convertor.array() : null;
    long position = messageOffset - partOffset;
    if (memory != null) {
      return new FragmentTarget(this, generation(), memory, null, position, position, lengthBytes);
    }
    if (array == null || !from.movesArrays(lengthBytes)) {
      return null;
    }
    long offset = convertor.arrayOffset() + position;
    return new FragmentTarget(this, generation(), null, array, position, offset, lengthBytes);
  }

  /** A piece of a message, or all of it, on its way into the user's memory or array. */
  private record FragmentTarget(
      ReceiveRequest request,
      int generation,
      ByteBuffer memory,
      Object array,
      long position,
      long offset,
      int lengthBytes)
      implements PayloadTarget {
    @Override
    public void take(Memory source, int sourceOffset, int takenBytes) {
      request.convertor.unpack(position, source, sourceOffset, takenBytes);
    }

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

  /** Bytes of the message are in the user's buffer. */
  void arrived(long lengthBytes) {
    arrivedBytes += lengthBytes;
    finishIfAllArrived();
  }

  private void finishIfAllArrived() {
    if (arrivedBytes == wantedBytes
        && isAt(ReceiveStage.TRANSFERRING)
        && (rdma == null || rdma.isOver())) {
      advanceTo(ReceiveStage.FINISHED);
      completeWith(matchedSource, matchedTag, arrivedBytes, matchedBytes);
      recycleIfOver();
    }
  }

  /** Ends a receive that has been taken out of the matching engine. */
  public void finishCancelled() {
    advanceTo(ReceiveStage.FINISHED);
    completeCancelled();
    recycleIfOver();
  }

  /** A transport is through with the memory of a receive that may have ended before. */
  void operationEnded() {
    if (isAt(ReceiveStage.TRANSFERRING)) {
      fail();
    } else {
      recycleIfOver();
    }
  }

  /** Ends a receive whose peer has failed, or from any source where a peer has failed. */
  public void fail() {
    boolean matched = isAt(ReceiveStage.TRANSFERRING);
    int source = matched ? matchedSource : communicator.failedSource(wantedSource());
    int tag = matched ? matchedTag : wantedTag();
    advanceTo(ReceiveStage.FINISHED);
    if (rdma != null) {
      rdma.fail();
    }
    complete(source, tag, 0, PmlError.PEER_FAILED);
    recycleIfOver();
  }

  /** The user does not need the request any more. */
  public void release() {
    released = true;
    recycleIfOver();
  }

  private void recycleIfOver() {
    if (released && isAt(ReceiveStage.FINISHED) && (rdma == null || rdma.isIdle())) {
      advanceTo(ReceiveStage.FREE);
      released = false;
      convertor.release();
      peer = null;
      rdma = null;
      partOffset = 0;
      awaitsWhole = false;
      retire();
      owner.receives().give(slot);
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
            ? " ("
                + arrivedBytes
                + " of "
                + wantedBytes
                + " bytes"
                + (rdma == null ? "" : ", " + rdma)
                + ")"
            : "");
  }
}
