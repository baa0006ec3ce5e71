package org.ob1j.pml;

import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A call that waits without a request: a send for a busy transport, or a probe. One object for each
 * communicator, which the call fills while it waits, so that waiting allocates nothing.
 */
final class BlockedCall implements Awaited {
  private static final long PROBE = -1;

  private final Ob1Communicator communicator;
  private long sendBytes;
  private int peer;
  private int tag;

  BlockedCall(Ob1Communicator communicator) {
    this.communicator = communicator;
  }

  BlockedCall send(long lengthBytes, int destination, int withTag) {
    sendBytes = lengthBytes;
    peer = destination;
    tag = withTag;
    return this;
  }

  /** True if it is a send, which has no sequence number yet. */
  boolean isSend() {
    return sendBytes != PROBE;
  }

  Ob1Communicator communicator() {
    return communicator;
  }

  /** The destination, or the source of a probe. */
  int peer() {
    return peer;
  }

  BlockedCall probe(int source, int wantedTag) {
    return send(PROBE, source, wantedTag);
  }

  @Override
  public void describe(WaitDescription wait) {
    String name = peer == PmlCommunicator.ANY_SOURCE ? "any source" : "rank " + peer;
    String what =
        sendBytes == PROBE
            ? "probe for a message from " + name
            : "send of " + sendBytes + " bytes to " + name + ", whose transport is busy";
    String tagName = tag == PmlCommunicator.ANY_TAG ? "any tag" : "tag " + tag;
    wait.operation(what + ", " + tagName + ", " + communicator.label());
    communicator.needSource(peer, wait);
  }
}
