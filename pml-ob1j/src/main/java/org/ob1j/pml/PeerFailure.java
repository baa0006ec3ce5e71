package org.ob1j.pml;

import java.util.List;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.Context;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlException;

/** What ends when a peer cannot be reached any more. */
final class PeerFailure {
  private PeerFailure() {}

  /**
   * The peer of which a transport tells that it has failed. Null if no transport reaches it, so
   * that nothing has been asked of it; whoever asks for it hears why.
   */
  static Peer peerThatFails(Ob1Pml pml, int rank) {
    try {
      return pml.peers().of(rank);
    } catch (PmlException unreachable) {
      return null;
    }
  }

  /** Ends all operations that concern a peer that has failed. */
  static void endAll(Ob1Pml pml, Peer peer) {
    pml.contexts()
        .forEach(communicator -> ((Ob1Communicator) communicator).processFailed(peer.rank()));
    for (SendRequest send : List.copyOf(pml.requests().sends().all())) {
      if (send.peer() == peer) {
        send.fail();
      }
    }
    for (ReceiveRequest receive : List.copyOf(pml.requests().receives().all())) {
      end(receive, peer);
    }
  }

  /** Ends a receive of a message the rest of which will not come, if its sender has failed. */
  static void endIfLost(ReceiveRequest receive, Peer peer) {
    if (peer.hasFailed()) {
      end(receive, peer);
    }
  }

  private static void end(ReceiveRequest receive, Peer peer) {
    switch (receive.stage()) {
      case TRANSFERRING -> {
        if (receive.peer() == peer) {
          receive.fail();
        }
      }
      case POSTED -> {
        if (isConcerned(receive, peer)) {
          receive.communicator().end(receive, true);
        }
      }
      default -> {
        // Nothing of it is pending.
      }
    }
  }

  private static boolean isConcerned(ReceiveRequest receive, Peer peer) {
    Context communicator = receive.communicator();
    int source = receive.wantedSource();
    return source == PmlCommunicator.ANY_SOURCE
        ? communicator.failedSource(source) >= 0
        : communicator.process(source) == peer.rank();
  }
}
