package org.ob1j.pml.protocol;

import org.ob1j.btl.Frame;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.pml.SendMode;

/**
 * Eager send: the whole message goes with its match header, whether a receive is posted or not. The
 * three forms differ in how the data gets into the transport (source: "Communication Protocols in
 * the ob1 PML").
 *
 * <pre>
 *   sender                              receiver
 *     |  MATCH + message                   |
 *     | ---------------------------------> | matched: unpack, complete
 *     |                                    | else: keep a copy
 *   complete: immediate, on return; prepared and allocated, when the transport says
 * </pre>
 */
public final class EagerSend {
  private EagerSend() {}

  /** Copies into the transport and is done; false if the transport is busy. */
  static boolean immediate(SendRequest request) {
    Frame frame = packed(request, SendProtocol.EAGER_IMMEDIATE);
    if (frame == null) {
      return false;
    }
    request.peer().endpoint().sendImmediate(frame);
    request.finish();
    return true;
  }

  /** Copies into the transport's memory; false if the transport is busy. */
  static boolean allocated(SendRequest request) {
    Frame frame = packed(request, SendProtocol.EAGER_ALLOCATED);
    if (frame == null) {
      return false;
    }
    if (request.lane() != null) {
      request.sendByLane(frame);
    } else {
      request.frameGoes();
      if (request.peer().endpoint().send(frame, request)) {
        request.frameHasLeft();
      }
    }
    if (request.mode() == SendMode.BUFFERED) {
      request.completeForUser();
    }
    request.handedOver();
    return true;
  }

  /** Sends from the user's memory; false if the transport is busy. */
  static boolean prepared(SendRequest request) {
    Peer peer = request.peer();
    Convertor message = request.convertor();
    int lengthBytes = (int) message.lengthBytes();
    Frame frame = peer.reserve(MatchHeader.BYTES, 0);
    if (frame == null) {
      return false;
    }
    write(request, SendProtocol.EAGER_PREPARED, frame);
    peer.chargeCredit(lengthBytes);
    request.frameGoes();
    if (peer.endpoint().sendInPlace(frame, message.directBytes(), 0, lengthBytes, request)) {
      request.frameHasLeft();
    }
    request.handedOver();
    return true;
  }

  private static Frame packed(SendRequest request, SendProtocol protocol) {
    int lengthBytes = (int) request.convertor().lengthBytes();
    Frame frame = request.reserveFirst(MatchHeader.BYTES, lengthBytes);
    if (frame != null) {
      write(request, protocol, frame);
      request.peer().chargeCredit(lengthBytes);
    }
    return frame;
  }

  private static void write(SendRequest request, SendProtocol protocol, Frame frame) {
    write(
        frame,
        MessageFlags.of(request.mode(), protocol),
        request.communicator(),
        request.tag(),
        request.sequence(),
        request.convertor(),
        (int) request.convertor().lengthBytes());
  }

  /**
   * Writes a whole message: its header, and its data if that goes in the frame. The one place where
   * such a header is written.
   */
  public static void write(
      Frame frame,
      int flags,
      Context communicator,
      int tag,
      int sequence,
      Convertor message,
      int lengthBytes) {
    MatchHeader.write(
        frame.headerMemory(),
        frame.headerOffset(),
        HeaderType.MATCH,
        flags,
        communicator.contextId(),
        communicator.rank(),
        tag,
        sequence,
        lengthBytes);
    if (frame.payloadBytes() != 0) {
      message.pack(0, frame.payloadMemory(), frame.payloadOffset(), lengthBytes);
    }
  }
}
