package org.ob1j.pml;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.pml.Registrations.RegisteredMemory;
import org.ob1j.pml.select.SendProtocol;

/**
 * RDMA pipeline: the first bytes come with RNDV, the last {@code rdma_pipeline_send_length} by
 * fragments, and what is between by puts of at most {@code rdma_pipeline_frag_size} bytes, of which
 * the receiver asks for {@code recv_pipeline_depth} at a time, registering its memory piece by
 * piece (source: "Communication Protocols in the ob1 PML").
 *
 * <pre>
 *   sender                                     receiver
 *     |  RNDV, CONTIG, first bytes                |
 *     | ----------------------------------------> | matched: unpacks
 *     |        ACK (the end of the message)       |
 *     | &lt;---------------------------------------- |
 *     |        PUT (piece, where, key) × depth    |
 *     | &lt;---------------------------------------- | ASKING
 *     |  FRAG …                                   |
 *     | ----------------------------------------> | unpacks
 *     |  put; FIN                                 |
 *     | ========================================> |
 *     | ----------------------------------------> | deregisters the piece
 *     |        PUT (the next piece)               |
 *     | &lt;---------------------------------------- | all asked for: DRAINING
 *     |  put; FIN …                               |
 *     | ========================================> |
 *     | ----------------------------------------> | all there: OVER, completes
 *   complete when the last FRAG and the last FIN have left
 *
 *   a put is refused:   FIN, REFUSED; that piece by FRAG; ACK for all that was not asked for
 * </pre>
 *
 * <p>An object is the receiver's part of one message; the sender's puts are each an {@link
 * OutgoingPut}.
 */
final class RdmaPipeline extends RdmaReceive {
  private enum Stage {
    ASKING,
    DRAINING,
    OVER
  }

  /** Acquired for the first piece; null once that has been asked for. */
  private RegisteredMemory first;

  private Stage stage = Stage.ASKING;
  private long nextByte;
  private long endByte;

  /**
   * The receiver's part.
   *
   * @param target the memory of the receive, acquired; belongs to this object now
   */
  RdmaPipeline(ReceiveRequest request, Rendezvous rendezvous, RegisteredMemory target) {
    super(request, rendezvous);
    first = target;
  }

  /** Begins at the sender, like the send/receive pipeline; false if the transport is busy. */
  static boolean start(SendRequest request) {
    return SendReceivePipeline.startWithData(request, SendProtocol.RDMA_PIPELINE);
  }

  @Override
  void begin() {
    long missing = request().missingBytes();
    long byFragments = Math.min(missing, attributes().rdmaPipelineSendLength());
    nextByte = request().arrivedBytes();
    endByte = nextByte + missing - byFragments;
    if (byFragments != 0) {
      askForFragments(endByte, byFragments);
    }
    askMore();
  }

  private BtlAttributes attributes() {
    return rail().module().attributes();
  }

  private void askMore() {
    int depth = request().pml().receivePipelineDepth();
    while (stage == Stage.ASKING && nextByte < endByte && pendingParts() < depth) {
      RegisteredMemory piece = first == null ? acquireTarget() : first;
      first = null;
      if (piece == null) {
        askForTheRestByFragments();
      } else {
        long lengthBytes = Math.min(attributes().rdmaPipelineFragSize(), endByte - nextByte);
        nextByte += lengthBytes;
        ask(nextByte - lengthBytes, lengthBytes, piece);
      }
    }
    settle();
  }

  private void askForTheRestByFragments() {
    if (nextByte < endByte) {
      askForFragments(nextByte, endByte - nextByte);
      nextByte = endByte;
    }
  }

  private void settle() {
    if (nextByte == endByte) {
      stage = pendingParts() == 0 ? Stage.OVER : Stage.DRAINING;
      registrations().release(first);
      first = null;
    }
  }

  @Override
  void partEnded(boolean refused) {
    if (refused) {
      askForTheRestByFragments();
    }
    askMore();
  }

  @Override
  void fail() {
    super.fail();
    stage = Stage.OVER;
    registrations().release(first);
    first = null;
  }

  @Override
  public String toString() {
    return "RDMA pipeline, " + stage;
  }
}
