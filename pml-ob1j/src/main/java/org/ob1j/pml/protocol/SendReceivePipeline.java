package org.ob1j.pml.protocol;

import java.nio.ByteBuffer;
import org.ob1j.bml.Rail;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.header.FragmentHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.pml.SendMode;

/**
 * Send/receive pipeline: a rendezvous with the first bytes of the message, then fragments (source:
 * "Communication Protocols in the ob1 PML"). Also carries short synchronous messages, whose
 * rendezvous is acknowledged although it is complete.
 *
 * <pre>
 *   sender                                 receiver
 *     |  RNDV + first bytes (or none)         |
 *     | ------------------------------------> | matched: unpack
 *     |              ACK (offset, wanted)     |
 *     | &lt;------------------------------------ |
 *     |  FRAG                                 |
 *     | ------------------------------------> | unpack
 *     |  FRAG …  at most send_pipeline_depth  |
 *     | ------------------------------------> | all there: complete
 *   complete when the transport has taken the last one
 * </pre>
 *
 * <p>To a peer with several rails the fragments go by all of them ({@link StripedFragments}).
 *
 * <p>The buffered pipeline is the same for a buffered message that is too long, or has no credit,
 * to be sent eagerly: the message is moved aside first, and the send is complete for its user at
 * once. When the last fragment has gone, its room in the attached buffer is given back.
 */
final class SendReceivePipeline {
  private SendReceivePipeline() {}

  /** Begins the buffered pipeline; false if the transport is busy. */
  static boolean startBuffered(SendRequest request) {
    request.moveAside();
    return start(request);
  }

  /** Begins with as much data as credit and limits allow; false if the transport is busy. */
  static boolean start(SendRequest request) {
    return startWithData(request, pipelineOf(request));
  }

  /** The same, announced as another protocol that begins so. */
  static boolean startWithData(SendRequest request, SendProtocol protocol) {
    if (goesFromItsPlace(request)) {
      // What a header brings along is copied on both sides, and everything else waits for that.
      return rendezvous(request, protocol, 0);
    }
    Peer peer = request.peer();
    long lengthBytes = request.convertor().lengthBytes();
    int room =
        request.lane() == null ? peer.firstFragmentBytes() : request.lane().firstFragmentBytes();
    int first = (int) Math.min(lengthBytes, room);
    return rendezvous(request, protocol, request.mayPush(first) ? first : 0);
  }

  /** Whether all of the message will be sent by fragments from where it is. */
  private static boolean goesFromItsPlace(SendRequest request) {
    Rail first = request.peer().rails().first();
    Convertor convertor = request.convertor();
    return first.sendsInPlace()
        && !first.attributes().capabilities().puts()
        && (convertor.directBytes() != null
            || convertor.array() != null
                && first.movesArrays(
                    (int)
                        Math.min(
                            first.payloadBytes(FragmentHeader.BYTES), convertor.lengthBytes())));
  }

  /** Begins with all the data, which fits an eager message; false if the transport is busy. */
  static boolean startComplete(SendRequest request) {
    int lengthBytes = (int) request.convertor().lengthBytes();
    int limit =
        request.lane() == null
            ? request.peer().endpoint().maxFrameBytes()
            : request.lane().maxMessageBytes();
    return RendezvousHeader.BYTES + lengthBytes <= limit
        ? rendezvous(request, SendProtocol.RNDV_COMPLETE, lengthBytes)
        : start(request);
  }

  private static SendProtocol pipelineOf(SendRequest request) {
    return request.mode() == SendMode.BUFFERED
        ? SendProtocol.BUFFERED_PIPELINE
        : SendProtocol.SEND_RECEIVE_PIPELINE;
  }

  /** Sends a RNDV with so many bytes; false if the transport is busy. */
  static boolean rendezvous(SendRequest request, SendProtocol protocol, int firstBytes) {
    Peer peer = request.peer();
    Frame frame = request.reserveFirst(RendezvousHeader.BYTES, firstBytes);
    if (frame == null) {
      return false;
    }
    writeHeader(request, HeaderType.RNDV, protocol, frame, firstBytes);
    if (firstBytes != 0) {
      request.convertor().pack(0, frame.payloadMemory(), frame.payloadOffset(), firstBytes);
      peer.chargeCredit(firstBytes);
    }
    request.awaitReply(protocol, firstBytes);
    if (request.lane() != null) {
      request.sendByLane(frame);
    } else {
      sendPacked(request, frame, RendezvousHeader.BYTES + firstBytes);
    }
    return true;
  }

  /** Writes the header of a RNDV or RGET. */
  static void writeHeader(
      SendRequest request, int type, SendProtocol protocol, Frame frame, int payloadBytes) {
    MatchHeader.write(
        frame.headerMemory(),
        frame.headerOffset(),
        type,
        MessageFlags.of(request.mode(), protocol),
        request.communicator().contextId(),
        request.communicator().rank(),
        request.tag(),
        request.sequence(),
        payloadBytes);
    RendezvousHeader.writeRest(
        frame.headerMemory(),
        frame.headerOffset(),
        request.convertor().lengthBytes(),
        request.slot(),
        request.generation());
  }

  private static void sendPacked(SendRequest request, Frame frame, int frameBytes) {
    sendPacked(request, request.peer().rails().first(), frame, frameBytes, request);
  }

  private static BtlResult sendPacked(
      SendRequest request, Rail rail, Frame frame, int frameBytes, BtlCompletion completion) {
    if (frameBytes <= rail.immediateBytes()) {
      rail.endpoint().sendImmediate(frame);
      return BtlResult.DONE;
    }
    request.frameGoes();
    return outcome(request, rail.endpoint().send(frame, completion));
  }

  private static BtlResult outcome(SendRequest request, boolean done) {
    if (done) {
      request.frameHasLeft();
    }
    return done ? BtlResult.DONE : BtlResult.STARTED;
  }

  /** Sends fragments by the first rail, as many as the depth allows; false if that is busy. */
  static boolean sendWhileRoom(SendRequest request) {
    int depth = request.owner().limits().sendPipelineDepth();
    Rail rail = request.peer().rails().first();
    while (request.fragments().areLeft()) {
      if (request.framesInFlight() >= depth) {
        return true;
      }
      int lengthBytes =
          (int) Math.min(rail.payloadBytes(FragmentHeader.BYTES), request.fragments().leftBytes());
      if (sendFragment(request, rail, lengthBytes, request) == BtlResult.BUSY) {
        return false;
      }
    }
    return true;
  }

  /**
   * Sends the next bytes that the receiver wants.
   *
   * @param completion told when the fragment has left, if it has not when this returns; tells the
   *     request
   * @return DONE, STARTED, or BUSY
   */
  static BtlResult sendFragment(
      SendRequest request, Rail rail, int lengthBytes, BtlCompletion completion) {
    Peer peer = request.peer();
    Convertor convertor = request.convertor();
    ByteBuffer inPlace = rail.sendsInPlace() ? convertor.directBytes() : null;
    Object array =
        convertor.array() != null && rail.movesArrays(lengthBytes) ? convertor.array() : null;
    Frame frame =
        peer.reserve(
            rail.endpoint(),
            FragmentHeader.BYTES,
            inPlace == null && array == null ? lengthBytes : 0,
            RequestedOrder.DEFAULT);
    if (frame == null) {
      return BtlResult.BUSY;
    }
    long offset = request.fragments().writeNext(frame, lengthBytes);
    rail.countFragment(lengthBytes);
    if (inPlace == null && array == null) {
      convertor.pack(offset, frame.payloadMemory(), frame.payloadOffset(), lengthBytes);
      return sendPacked(request, rail, frame, FragmentHeader.BYTES + lengthBytes, completion);
    }
    request.frameGoes();
    BtlEndpoint endpoint = rail.endpoint();
    return outcome(
        request,
        inPlace != null
            ? endpoint.sendInPlace(frame, inPlace, (int) offset, lengthBytes, completion)
            : endpoint.sendArrayInPlace(
                frame, array, convertor.arrayOffset() + offset, lengthBytes, completion));
  }
}
