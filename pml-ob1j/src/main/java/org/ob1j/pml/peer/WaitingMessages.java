package org.ob1j.pml.peer;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Messages to a peer that a busy transport has refused before they began. They leave in the order
 * of sending: one that overtook another would only have to be kept until the other is there. Beside
 * what else waits for the peer they take one turn.
 */
final class WaitingMessages implements PendingOperation {
  private final Peer peer;
  private final ArrayDeque<PendingOperation> waiting = new ArrayDeque<>();

  /** Whether the peer will try again by itself. */
  private boolean queued;

  WaitingMessages(Peer peer) {
    this.peer = peer;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int count() {
    return waiting.size();
  }

  void add(PendingOperation request) {
    waiting.add(request);
    if (!queued) {
      queued = true;
      peer.enqueue(this);
    }
  }

  /** Takes out all, in their order. */
  List<PendingOperation> takeAll() {
    List<PendingOperation> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /** The peer has failed, and all requests that concern it. */
  void clear() {
    waiting.clear();
    queued = false;
  }

  @Override
  public boolean attempt() {
    queued = false;
    while (!peer.hasFailed() && !waiting.isEmpty()) {
      if (!waiting.peek().attempt()) {
        queued = !peer.hasFailed();
        return false;
      }
      waiting.poll();
      peer.countDrained();
    }
    waiting.clear();
    return true;
  }
}
