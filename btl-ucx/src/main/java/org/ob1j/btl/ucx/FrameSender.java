package org.ob1j.btl.ucx;

import org.ob1j.btl.BtlCompletion;

/** Hands the frames of one endpoint to UCX, whichever way is the shortest. */
final class FrameSender {
  /**
   * A frame of this length or less, with its prefix, goes as one piece, the shortest way that UCX
   * has; the receiver copies it once more.
   */
  private static final int SHORT_MESSAGE_BYTES = 512;

  private final UcxEndpoint endpoint;
  private final Outgoing outgoing;
  private final RepeatedHeader header = new RepeatedHeader();
  private final FarCores cores;
  private final boolean sharesMemory;
  private final int rank;
  private final long proof;
  private final int copiedBytes;
  private final boolean readsAreQuick;
  private final int shortFlags;
  private final int shortMessageBytes;
  private long leftPayloads;

  /**
   * @param sharesMemory whether UCX shares memory with the peer
   */
  FrameSender(UcxEndpoint endpoint, UcxModule module, Outgoing outgoing, boolean sharesMemory) {
    this.endpoint = endpoint;
    this.outgoing = outgoing;
    this.sharesMemory = sharesMemory;
    rank = module.rank();
    proof = module.proof(rank, endpoint.peer());
    LongPayloads longPayloads = module.longPayloads();
    copiedBytes = sharesMemory ? longPayloads.copiedBytes() : 0;
    readsAreQuick = longPayloads.readsAreQuick();
    cores = new FarCores(longPayloads.farSendNanos());
    shortFlags = sharesMemory ? 0 : module.flagsWithoutMemory();
    shortMessageBytes = Math.min(SHORT_MESSAGE_BYTES, module.maxHeaderBytes());
  }

  /** Sends a frame whose payload follows its header in the block. */
  void send(Block block, int headerBytes, int payloadBytes) {
    int messageBytes = FramePrefix.BYTES + headerBytes + payloadBytes;
    if (messageBytes > shortMessageBytes) {
      long payload = block.address() + messageBytes - payloadBytes;
      send(block, headerBytes, payload, payloadBytes, null, false);
    } else if (sharesMemory && headerBytes == RepeatedHeader.BYTES && repeatsHeader(block)) {
      // The prefix goes where the header ends, just before the payload.
      int restBytes = messageBytes - headerBytes;
      sendShort(block, headerBytes, FramePrefix.REPEAT, header.number(), restBytes, restBytes);
    } else {
      sendShort(block, 0, FramePrefix.FRAME, headerBytes, messageBytes, messageBytes);
    }
  }

  /** Whether a frame can do without its header; the next one is compared with it. */
  private boolean repeatsHeader(Block block) {
    if (outgoing.inFlightBytes() != 0) {
      // Frames that wait may be overtaken by this one, or by the next.
      header.forget();
      return false;
    }
    return header.advance(block.memory(), block.offset() + FramePrefix.BYTES);
  }

  /** Sends the last message, which nobody waits for for long. */
  void sendGoodbye(Block block) {
    sendShort(block, 0, FramePrefix.GOODBYE, 0, FramePrefix.BYTES, 0);
  }

  /**
   * Sends a message of one piece.
   *
   * @param skippedBytes where in the block it begins
   * @param headerField what the prefix says of the header
   * @param countedBytes how much counts as under way
   */
  private void sendShort(
      Block block,
      int skippedBytes,
      int kind,
      int headerField,
      int messageBytes,
      int countedBytes) {
    int offset = block.offset() + skippedBytes;
    FramePrefix.write(block.memory(), offset, rank, headerField, kind, proof);
    endpoint.raiseFence();
    int status =
        Shim.ob1j_ucx_send_short(
            endpoint.handle(),
            block.address() + skippedBytes,
            messageBytes,
            shortFlags,
            outgoing.token());
    if (status != 0) {
      header.forget();
      if (kind == FramePrefix.REPEAT) {
        outgoing.holdBack();
      }
    }
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
    return send(block, headerBytes, payload, payloadBytes, completion, readsAreQuick);
  }

  private boolean send(
      Block block,
      int headerBytes,
      long payload,
      int payloadBytes,
      BtlCompletion completion,
      boolean leaves) {
    int status;
    if (payloadBytes > copiedBytes) {
      // UCX decides.
      status = hand(block, headerBytes, payload, payloadBytes, 0);
    } else if (payloadBytes < FarCores.MIN_PAYLOAD_BYTES || !leaves && cores.copies()) {
      status = hand(block, headerBytes, payload, payloadBytes, Shim.OB1J_UCX_EAGER);
    } else {
      status = leave(block, headerBytes, payload, payloadBytes);
    }
    int messageBytes = FramePrefix.BYTES + headerBytes + payloadBytes;
    return endpoint.handedOver(status, block, messageBytes, completion);
  }

  /** The receiver reads the payload from where it is. */
  private int leave(Block block, int headerBytes, long payload, int payloadBytes) {
    leftPayloads++;
    if (!cores.isLooking()) {
      return hand(block, headerBytes, payload, payloadBytes, Shim.OB1J_UCX_RENDEZVOUS);
    }
    long start = System.nanoTime();
    int status = hand(block, headerBytes, payload, payloadBytes, Shim.OB1J_UCX_RENDEZVOUS);
    cores.sent(System.nanoTime() - start);
    return status;
  }

  /** Hands a frame to UCX; returns what it answers. */
  private int hand(Block block, int headerBytes, long payload, int payloadBytes, int flags) {
    // One without a payload would come like a short one.
    header.forget();
    FramePrefix.write(block.memory(), block.offset(), rank, headerBytes, FramePrefix.FRAME, proof);
    endpoint.raiseFence();
    return Shim.ob1j_ucx_send(
        endpoint.handle(),
        block.address(),
        FramePrefix.BYTES + headerBytes,
        payload,
        payloadBytes,
        flags,
        outgoing.token());
  }

  /** How long payloads go, for a report; nothing where no memory is shared. */
  String describe() {
    return copiedBytes == 0
        ? ""
        : ", " + leftPayloads + " payloads left to the receiver" + (cores.isFar() ? ", far" : "");
  }
}
