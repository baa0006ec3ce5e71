package org.ob1j.pml.protocol;

import java.util.List;
import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlResult;
import org.ob1j.pml.header.FragmentHeader;

/**
 * The fragments of one message, divided among the rails of its peer. Each rail has its share of the
 * bytes, and its own depth of fragments under way, so that a slow one does not hold up the others;
 * they take turns as long as they have bytes left.
 *
 * <pre>
 *   message   |  f1  |  f2  |  f3  |  f4  |  f5  |  f6  |
 *   rail 0       f1            f3            f5     f6      share: 4 parts of 6
 *   rail 1              f2            f4                    share: 2 parts of 6
 * </pre>
 */
final class StripedFragments {
  private final SendRequest request;
  private final int depth;
  private final List<Rail> rails;
  private final Share[] shares;
  private int turn;

  StripedFragments(SendRequest request) {
    this.request = request;
    depth = request.owner().limits().sendPipelineDepth();
    rails = request.peer().rails().strongest(request.owner().limits().sendRails());
    shares = new Share[rails.size()];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = new Share(rails.get(i));
    }
  }

  /** What one rail has to do; told when a fragment of it has left. */
  private final class Share implements BtlCompletion {
    final Rail rail;
    long lengthBytes;
    long startNanos;
    long bytesLeft;
    int framesInFlight;

    Share(Rail rail) {
      this.rail = rail;
    }

    void begin(long newLengthBytes) {
      lengthBytes = newLengthBytes;
      bytesLeft = newLengthBytes;
      startNanos = rail.startNanos();
    }

    boolean send() {
      int fragmentBytes = (int) Math.min(rail.payloadBytes(FragmentHeader.BYTES), bytesLeft);
      framesInFlight++;
      BtlResult result = SendReceivePipeline.sendFragment(request, rail, fragmentBytes, this);
      if (result != BtlResult.STARTED) {
        framesInFlight--;
      }
      if (result == BtlResult.BUSY) {
        return false;
      }
      bytesLeft -= fragmentBytes;
      measureIfGone();
      return true;
    }

    private void measureIfGone() {
      if (bytesLeft == 0 && framesInFlight == 0) {
        rail.measure(lengthBytes, startNanos);
      }
    }

    @Override
    public void completed(BtlEndpoint endpoint, BtlResult result) {
      framesInFlight--;
      measureIfGone();
      request.completed(endpoint, result);
    }
  }

  /**
   * Sends fragments while a rail has room for one; false if one is busy and must be tried again.
   */
  boolean sendWhileRoom() {
    while (request.fragments().areLeft()) {
      if (isAllSent()) {
        divide(request.fragments().leftBytes());
      }
      BtlResult outcome = sendNext();
      if (outcome != BtlResult.STARTED) {
        return outcome == BtlResult.DONE;
      }
    }
    return true;
  }

  private boolean isAllSent() {
    for (Share share : shares) {
      if (share.bytesLeft != 0) {
        return false;
      }
    }
    return true;
  }

  /** The bytes that the receiver wants next; what it wanted before has been sent. */
  private void divide(long lengthBytes) {
    long[] lengths = Rails.divide(lengthBytes, rails);
    for (int i = 0; i < shares.length; i++) {
      shares[i].begin(lengths[i]);
    }
  }

  /**
   * Sends a fragment by the next rail that takes one: STARTED. If none does: BUSY if one of them
   * may take it later, DONE if each has as much under way as it may.
   */
  private BtlResult sendNext() {
    BtlResult outcome = BtlResult.DONE;
    for (int i = 0; i < shares.length; i++) {
      Share share = shares[turn];
      turn = (turn + 1) % shares.length;
      if (share.bytesLeft != 0 && share.framesInFlight < depth) {
        if (share.send()) {
          return BtlResult.STARTED;
        }
        outcome = BtlResult.BUSY;
        if (request.peer().hasFailed()) {
          return outcome;
        }
      }
    }
    return outcome;
  }
}
