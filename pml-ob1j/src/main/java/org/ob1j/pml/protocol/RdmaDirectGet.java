package org.ob1j.pml.protocol;

import java.util.List;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.RegistrationEntry;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.PendingOperation;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * RDMA direct get: the receiver gets the whole message straight out of the sender's memory (source:
 * "Communication Protocols in the ob1 PML").
 *
 * <pre>
 *   sender                                     receiver
 *   registers its memory
 *     |  RGET, CONTIG | PIN (where, key)          |
 *     | ----------------------------------------> | matched: GETTING
 *     |  get                                      |
 *     | &lt;======================================== |
 *     |        FIN                                |
 *     | &lt;---------------------------------------- | OVER, completes
 *   deregisters, completes
 *
 *   several rails: a share is got by that of RGET, the others are put, as in {@link RdmaDirectPut}
 *   blocks at the sender (no CONTIG) or the receiver: all is got by that of RGET
 *
 *   no get into the receiver's memory, or it is refused:
 *                      PUT, as in {@link RdmaDirectPut} (ASKED); or ACK, and all by FRAG (OVER)
 * </pre>
 *
 * <p>An object is the receiver's part of one message.
 */
final class RdmaDirectGet extends RdmaReceive implements PendingOperation, BtlCompletion {
  private enum Stage {
    GETTING,
    ASKED,
    OVER
  }

  private final RegistrationEntry source;
  private final RegisteredMemory target;
  private final long firstByte;
  private long lengthBytes;
  private long startNanos;
  private Stage stage = Stage.GETTING;
  private boolean inFlight;

  /**
   * The receiver's part.
   *
   * @param source where the message is, as the sender says
   * @param target the memory of the receive, acquired; null if the transport needs no registration
   */
  RdmaDirectGet(
      ReceiveRequest request,
      MessageStart rendezvous,
      RegistrationEntry source,
      RegisteredMemory target) {
    super(request, rendezvous);
    this.source = source;
    this.target = target;
    firstByte = request.arrivedBytes();
  }

  /** Begins at the sender, whose memory has been acquired; false if the transport is busy. */
  static boolean start(SendRequest request, SendProtocol protocol) {
    Peer peer = request.peer();
    MemoryRegion region = request.convertor().region(request.owner().buffers());
    // A registration of blocks counts the bytes of the message.
    long memoryOffset = protocol.isContiguous() ? region.offset() : 0;
    RegistrationEntry entry = new RegistrationEntry(0, memoryOffset, request.rdma().memory().key());
    int headerBytes = RendezvousHeader.BYTES + entry.bytes();
    if (request.lane() != null && headerBytes > request.lane().maxMessageBytes()) {
      return SendReceivePipeline.start(request);
    }
    Frame frame = request.reserveFirst(RendezvousHeader.BYTES, entry.bytes());
    if (frame == null) {
      return false;
    }
    SendReceivePipeline.writeHeader(request, HeaderType.RGET, protocol, frame, entry.bytes());
    entry.write(frame.payloadMemory(), frame.payloadOffset());
    request.awaitReply(protocol, 0);
    if (request.lane() != null) {
      request.sendByLane(frame);
    } else {
      peer.launch(frame, headerBytes);
    }
    return true;
  }

  @Override
  void begin() {
    List<PutRail> rails =
        isContiguous()
            ? PutRail.of(request(), rail(), null)
            : List.of(PutRail.alone(request(), rail(), null));
    startNanos = rendezvous().peer().rails().startNanos(rail());
    lengthBytes = askByEach(rails, firstByte, request().missingBytes());
    if (lengthBytes == 0 && stage == Stage.GETTING) {
      leave();
    } else if (!attempt()) {
      rendezvous().peer().enqueue(this);
    }
  }

  @Override
  public boolean attempt() {
    if (stage != Stage.GETTING) {
      return true;
    }
    try {
      inFlight = true;
      BtlResult result =
          rail()
              .get(
                  request().convertor(),
                  firstByte,
                  target == null ? null : target.registration(),
                  source.key(),
                  source.memoryOffset() + firstByte,
                  lengthBytes,
                  RequestedOrder.DEFAULT,
                  this);
      return taken(result);
    } catch (BtlException failed) {
      inFlight = false;
      request().owner().failures().failed(rail().module(), rail().peer(), failed);
      return true;
    }
  }

  private boolean taken(BtlResult result) {
    switch (result) {
      case STARTED -> {
        return true;
      }
      case BUSY -> {
        inFlight = false;
        return false;
      }
      case DONE -> got();
      default -> {
        inFlight = false;
        refused();
      }
    }
    return true;
  }

  @Override
  public void completed(BtlEndpoint endpoint, BtlResult result) {
    boolean isWanted = request().stage() == ReceiveStage.TRANSFERRING;
    if (result == BtlResult.DONE && isWanted) {
      got();
    } else if (result == BtlResult.REFUSED && isWanted) {
      inFlight = false;
      refused();
    } else {
      // The peer has failed, and the receive with it or before it.
      inFlight = false;
      leave();
      request().operationEnded();
    }
  }

  private void got() {
    inFlight = false;
    rendezvous().peer().rails().countGet(rail(), lengthBytes);
    rendezvous().peer().rails().measure(rail(), lengthBytes, startNanos);
    leave();
    sendFinish();
    request().arrived(lengthBytes);
  }

  private void sendFinish() {
    FinishHeader header =
        new FinishHeader(
            FinishHeader.OF_GET,
            request().communicator().contextId(),
            rendezvous().source(),
            rendezvous().sequence(),
            rendezvous().sendName(),
            firstByte,
            lengthBytes,
            request().wantedBytes(),
            0);
    Peer peer = rendezvous().peer();
    peer.sendHeader(() -> peer.trySendFinish(rail(), header, RequestedOrder.DEFAULT));
  }

  /** Not by a get: by a put into the same memory, or else by fragments. */
  private void refused() {
    registrations().release(target);
    RegisteredMemory writable =
        isContiguous() && rail().module().attributes().capabilities().puts()
            ? acquireTarget(rail())
            : null;
    if (writable == null) {
      stage = Stage.OVER;
      askForFragments(firstByte, lengthBytes);
    } else {
      stage = Stage.ASKED;
      ask(rail(), firstByte, lengthBytes, writable);
    }
  }

  private boolean isContiguous() {
    return rendezvous().announced().isContiguous() && request().convertor().isContiguous();
  }

  private void leave() {
    stage = Stage.OVER;
    registrations().release(target);
  }

  @Override
  void partEnded(BtlEndpoint by, boolean refused) {
    if (by == rail()) {
      stage = Stage.OVER;
    }
  }

  @Override
  boolean isOver() {
    return stage == Stage.OVER && super.isOver();
  }

  @Override
  boolean isIdle() {
    return !inFlight;
  }

  @Override
  void fail() {
    super.fail();
    if (stage == Stage.GETTING && !inFlight) {
      leave();
    } else if (stage == Stage.ASKED) {
      stage = Stage.OVER;
    }
  }

  @Override
  public String toString() {
    return "RDMA direct get, " + stage;
  }
}
