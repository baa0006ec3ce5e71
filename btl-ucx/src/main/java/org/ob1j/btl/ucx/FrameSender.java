package org.ob1j.btl.ucx;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.shim.Shim;

/** Hands the frames of one endpoint to UCX. */
final class FrameSender {
  /**
   * A frame of this length or less, with its prefix, goes as one piece, the shortest way that UCX
   * has; the receiver copies it once more.
   */
  private static final int SHORT_MESSAGE_BYTES = 512;

  private final UcxEndpoint endpoint;
  private final Outgoing outgoing;
  private final int rank;
  private final long proof;
  private final int shortMessageBytes;

  FrameSender(UcxEndpoint endpoint, UcxModule module, Outgoing outgoing) {
    this.endpoint = endpoint;
    this.outgoing = outgoing;
    rank = module.rank();
    proof = module.proof(rank, endpoint.peer());
    shortMessageBytes = Math.min(SHORT_MESSAGE_BYTES, module.maxHeaderBytes());
  }

  /** Sends a frame whose payload follows its header in the block. */
  void send(Block block, int headerBytes, int payloadBytes) {
    int messageBytes = FramePrefix.BYTES + headerBytes + payloadBytes;
    if (messageBytes <= shortMessageBytes) {
      sendShort(block, FramePrefix.FRAME, headerBytes, messageBytes, messageBytes);
    } else {
      long payload = block.address() + messageBytes - payloadBytes;
      send(block, headerBytes, payload, payloadBytes, null);
    }
  }

  /** Sends the last message, which nobody waits for for long. */
  void sendGoodbye(Block block) {
    sendShort(block, FramePrefix.GOODBYE, 0, FramePrefix.BYTES, 0);
  }

  /**
   * Sends a message of one piece.
   *
   * @param countedBytes how much counts as under way
   */
  private void sendShort(
      Block block, int kind, int headerBytes, int messageBytes, int countedBytes) {
    FramePrefix.write(block.memory(), block.offset(), rank, headerBytes, kind, proof);
    endpoint.raiseFence();
    int status =
        Shim.ob1j_ucx_send_short(
            endpoint.handle(), block.address(), messageBytes, 0, outgoing.token());
    endpoint.handedOver(status, block, countedBytes, null);
  }

  /**
   * Sends a frame whose payload is elsewhere; true if it has ended.
   *
   * @param payload its address
   * @param completion called when it has ended, unless true is returned; null if nobody waits for
   *     it
   */
  boolean send(
      Block block, int headerBytes, long payload, int payloadBytes, BtlCompletion completion) {
    int prefixedBytes = FramePrefix.BYTES + headerBytes;
    FramePrefix.write(block.memory(), block.offset(), rank, headerBytes, FramePrefix.FRAME, proof);
    endpoint.raiseFence();
    int status =
        Shim.ob1j_ucx_send(
            endpoint.handle(),
            block.address(),
            prefixedBytes,
            payload,
            payloadBytes,
            outgoing.token());
    return endpoint.handedOver(status, block, prefixedBytes + payloadBytes, completion);
  }
}
