package org.ob1j.pml.protocol;

import org.ob1j.btl.BtlModule;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.select.RdmaTraits;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.pml.select.SendProtocolSelector;
import org.ob1j.pml.select.SendTraits;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.pml.SendMode;

/**
 * By which protocol a message begins that did not go within its call: what is known of the message,
 * the peer and its first rail is held against the table of {@link SendProtocolSelector}.
 */
final class SendChoice {
  private SendChoice() {}

  /** Begins a message by the protocol that fits now; false if the transport is busy. */
  static boolean start(SendRequest request) {
    // The rails may have changed since the last attempt.
    BtlModule module = request.peer().endpoint().module();
    if (request.rdma() != null && !request.rdma().isBy(module)) {
      request.use(null);
    }
    SendProtocol protocol = select(request);
    if (!protocol.isPinned()) {
      request.use(null);
    }
    return switch (protocol) {
      case EAGER_IMMEDIATE -> EagerSend.immediate(request);
      case EAGER_PREPARED -> EagerSend.prepared(request);
      case EAGER_ALLOCATED -> EagerSend.allocated(request);
      case RNDV_COMPLETE -> SendReceivePipeline.startComplete(request);
      case BUFFERED_PIPELINE -> SendReceivePipeline.startBuffered(request);
      case SEND_RECEIVE_PIPELINE -> SendReceivePipeline.start(request);
      case RDMA_PIPELINE -> RdmaPipeline.start(request);
      case RDMA_DIRECT_PUT -> RdmaDirectPut.start(request);
      case RDMA_DIRECT_GET, RDMA_BLOCK_GET -> RdmaDirectGet.start(request, protocol);
    };
  }

  private static SendProtocol select(SendRequest request) {
    Peer peer = request.peer();
    Convertor message = request.convertor();
    long lengthBytes = message.lengthBytes();
    boolean byLane = request.lane() != null;
    int eagerBytes = byLane ? request.lane().eagerBytes() : peer.eagerBytes();
    boolean withinCredit = request.mayPush(lengthBytes);
    boolean eager = withinCredit && lengthBytes <= eagerBytes;
    if (request.rdma() == null && !eager && request.mode() != SendMode.BUFFERED) {
      BtlModule module = peer.endpoint().module();
      request.use(OutgoingRdma.of(request.owner(), module, message, lengthBytes));
    }
    SendTraits traits =
        SendTraits.of(
            request.mode(),
            lengthBytes,
            message.isContiguous(),
            message.directBytes() != null,
            withinCredit,
            eagerBytes,
            MatchHeader.BYTES,
            peer.attributes(),
            request.rdma() == null ? RdmaTraits.NONE : request.rdma().traits());
    return SendProtocolSelector.select(byLane ? traits.byLane(eagerBytes) : traits);
  }
}
