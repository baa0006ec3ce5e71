package org.ob1j.pml.protocol;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.bml.Rail;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlEndpoint;
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
 *   several rails: they share the pieces, each with a depth of its own
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

  /** What is to come by one rail. */
  private static final class Share {
    final Rail rail;
    long bytesLeft;
    int pendingParts;

    /** Acquired for the first piece; null once that has been asked for. */
    RegisteredMemory first;

    Share(PutRail source, long bytesLeft) {
      this.rail = source.rail();
      this.first = source.memory();
      this.bytesLeft = bytesLeft;
    }
  }

  private final RegisteredMemory target;
  private final List<Share> shares = new ArrayList<>();
  private Stage stage = Stage.ASKING;
  private int turn;
  private long nextByte;
  private long endByte;

  /**
   * The receiver's part.
   *
   * @param target the memory of the receive, acquired; belongs to this object now
   */
  RdmaPipeline(ReceiveRequest request, MessageStart rendezvous, RegisteredMemory target) {
    super(request, rendezvous);
    this.target = target;
  }

  /** Begins at the sender, like the send/receive pipeline; false if the transport is busy. */
  static boolean start(SendRequest request) {
    return SendReceivePipeline.startWithData(request, SendProtocol.RDMA_PIPELINE);
  }

  @Override
  void begin() {
    long missing = request().missingBytes();
    long byFragments = Math.min(missing, rail().module().attributes().rdmaPipelineSendLength());
    nextByte = request().arrivedBytes();
    endByte = nextByte + missing - byFragments;
    List<PutRail> rails = PutRail.of(request(), rail(), target);
    long[] lengths = PutRail.shares(endByte - nextByte, rails);
    for (int i = 0; i < lengths.length; i++) {
      shares.add(new Share(rails.get(i), lengths[i]));
    }
    if (byFragments != 0) {
      askForFragments(endByte, byFragments);
    }
    askMore();
  }

  /** The rails take turns, each with as many puts under way as it may have. */
  private void askMore() {
    Share share = nextShare();
    while (stage == Stage.ASKING && share != null) {
      RegisteredMemory piece =
          share.first == null ? acquireTarget(share.rail.endpoint()) : share.first;
      share.first = null;
      if (piece == null) {
        askForTheRestByFragments();
      } else {
        long lengthBytes =
            Math.min(share.rail.attributes().rdmaPipelineFragSize(), share.bytesLeft);
        share.bytesLeft -= lengthBytes;
        share.pendingParts++;
        nextByte += lengthBytes;
        ask(share.rail.endpoint(), nextByte - lengthBytes, lengthBytes, piece);
      }
      share = nextShare();
    }
    settle();
  }

  private Share nextShare() {
    int depth = request().owner().limits().receivePipelineDepth();
    for (int i = 0; i < shares.size(); i++) {
      Share share = shares.get(turn);
      turn = (turn + 1) % shares.size();
      if (share.bytesLeft != 0 && share.pendingParts < depth) {
        return share;
      }
    }
    return null;
  }

  private void askForTheRestByFragments() {
    if (nextByte < endByte) {
      long firstByte = nextByte;
      nextByte = endByte;
      shares.forEach(share -> share.bytesLeft = 0);
      askForFragments(firstByte, endByte - firstByte);
    }
  }

  private void settle() {
    if (nextByte == endByte) {
      stage = pendingParts() == 0 ? Stage.OVER : Stage.DRAINING;
    }
    for (Share share : shares) {
      if (share.bytesLeft == 0 || stage == Stage.OVER) {
        registrations().release(share.first);
        share.first = null;
      }
    }
  }

  @Override
  void partEnded(BtlEndpoint by, boolean refused) {
    for (Share share : shares) {
      if (share.rail.endpoint() == by) {
        share.pendingParts--;
      }
    }
    if (refused) {
      askForTheRestByFragments();
    }
    askMore();
  }

  @Override
  void fail() {
    super.fail();
    stage = Stage.OVER;
    settle();
  }

  @Override
  public String toString() {
    return "RDMA pipeline, " + stage;
  }
}
