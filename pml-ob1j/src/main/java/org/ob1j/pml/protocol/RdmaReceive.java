package org.ob1j.pml.protocol;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.bml.Rails;
import org.ob1j.bml.Registrations;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.PutHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * A message at its receiver, parts of which move by RDMA: what has been asked of the sender and has
 * not ended. Which parts, and when, is the protocol's to say.
 */
abstract class RdmaReceive {
  /** A part that the sender was asked to put. */
  private static final class Part {
    final BtlEndpoint rail;
    final long offset;
    final long lengthBytes;
    final RegisteredMemory memory;
    final long startNanos;
    boolean ended;

    Part(
        BtlEndpoint rail, long offset, long lengthBytes, RegisteredMemory memory, long startNanos) {
      this.startNanos = startNanos;
      this.rail = rail;
      this.offset = offset;
      this.lengthBytes = lengthBytes;
      this.memory = memory;
    }
  }

  private final ReceiveRequest request;
  private final MessageStart rendezvous;
  private final List<Part> parts = new ArrayList<>();
  private int pendingParts;

  RdmaReceive(ReceiveRequest request, MessageStart rendezvous) {
    this.request = request;
    this.rendezvous = rendezvous;
  }

  /** Begins: the header has been dealt with, and what came with it has been unpacked. */
  abstract void begin();

  /** A part that was asked for by a rail has been put, or refused; then fragments bring it. */
  abstract void partEnded(BtlEndpoint rail, boolean refused);

  final ReceiveRequest request() {
    return request;
  }

  final MessageStart rendezvous() {
    return rendezvous;
  }

  /** The rail by which the message was announced. */
  final BtlEndpoint rail() {
    return rendezvous.from();
  }

  private Rails rails() {
    return rendezvous.peer().rails();
  }

  final Registrations registrations() {
    return request.owner().registrations();
  }

  /** The memory of the receive, as the sender can put into it by a rail; null if it cannot. */
  final RegisteredMemory acquireTarget(BtlEndpoint by) {
    return registrations().acquire(by.module(), region(), BtlRegistration.REMOTE_WRITE);
  }

  /**
   * Asks for a share of the message by each rail, one after the other in the message; the first
   * rail's is left to the caller if it has no memory for it. Memory that is not needed is let go.
   *
   * @return how long the first rail's share is
   */
  final long askByEach(List<PutRail> rails, long offset, long lengthBytes) {
    long[] shares = PutRail.shares(lengthBytes, rails);
    long next = offset;
    for (int i = 0; i < shares.length; i++) {
      RegisteredMemory memory = rails.get(i).memory();
      if (shares[i] == 0 || request.stage() != ReceiveStage.TRANSFERRING) {
        registrations().release(memory);
      } else if (memory != null) {
        ask(rails.get(i).rail().endpoint(), next, shares[i], memory);
      }
      next += shares[i];
    }
    return shares[0];
  }

  final MemoryRegion region() {
    return request.convertor().region(request.owner().buffers());
  }

  final int pendingParts() {
    return pendingParts;
  }

  /** Asks for a part, which is to come by a rail into memory that has been acquired for it. */
  final void ask(BtlEndpoint by, long offset, long lengthBytes, RegisteredMemory memory) {
    PutHeader header =
        new PutHeader(
            rendezvous.sendName(),
            request.name(),
            offset,
            lengthBytes,
            region().offset() + offset,
            request.wantedBytes(),
            parts.size());
    parts.add(new Part(by, offset, lengthBytes, memory, rails().startNanos(by)));
    pendingParts++;
    byte[] key = memory.key();
    rendezvous.peer().sendHeader(() -> sendPut(by, header, key));
  }

  private boolean sendPut(BtlEndpoint by, PutHeader header, byte[] key) {
    Peer peer = rendezvous.peer();
    Frame frame = peer.reserve(by, PutHeader.BYTES, key.length, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    header.write(frame.headerMemory(), frame.headerOffset(), key.length);
    frame.payloadMemory().bytes().put(frame.payloadOffset(), key);
    peer.launch(by, frame, PutHeader.BYTES + key.length);
    return true;
  }

  final void askForFragments(long offset, long lengthBytes) {
    request.acknowledge(rendezvous.sendName(), offset, lengthBytes);
  }

  /** Checks that a FIN can be right before anything is done with it. */
  final void checkFinish(FinishHeader finish) {
    int number = finish.number();
    if (finish.context() != request.communicator().contextId()
        || finish.source() != rendezvous.source()
        || finish.sequence() != rendezvous.sequence()
        || number < 0
        || number >= parts.size()
        || parts.get(number).ended) {
      throw new FrameRejectedException(
          Rejection.WRONG_STATE, "a FIN that has come already, or for another message: " + finish);
    }
    Part part = parts.get(number);
    if (finish.messageOffset() != part.offset
        || finish.lengthBytes() != part.lengthBytes
        || finish.takenBytes() != request.wantedBytes()) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a FIN for a part that was not asked for: " + finish);
    }
    if (!finish.isRefused()) {
      request.checkMissing(part.lengthBytes);
    }
  }

  /** The sender has put a part, or will send it by fragments instead. */
  final void finished(FinishHeader finish) {
    Part part = parts.get(finish.number());
    part.ended = true;
    pendingParts--;
    registrations().release(part.memory);
    if (!finish.isRefused()) {
      rails().measure(part.rail, part.lengthBytes, part.startNanos);
    }
    partEnded(part.rail, finish.isRefused());
    request.arrived(finish.isRefused() ? 0 : part.lengthBytes);
  }

  /** True if nothing that was begun is still to end. */
  boolean isOver() {
    return pendingParts == 0;
  }

  /** True if no transport is at work on the memory on behalf of this side. */
  boolean isIdle() {
    return true;
  }

  /** The peer has failed: lets go of what the parts hold. */
  void fail() {
    for (Part part : parts) {
      if (!part.ended) {
        part.ended = true;
        pendingParts--;
        registrations().release(part.memory);
      }
    }
  }
}
