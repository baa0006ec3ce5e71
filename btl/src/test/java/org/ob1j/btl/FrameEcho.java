package org.ob1j.btl;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One of two ranks that echoes frames with a header of 16 bytes; what finds the transport busy
 * waits in a queue.
 */
final class FrameEcho {
  private final FabricRank rank;
  private final Deque<Integer> waiting = new ArrayDeque<>();

  FrameEcho(FabricRank rank) {
    this.rank = rank;
    rank.receiver().onFrame(this::received);
  }

  private void received(BtlEndpoint from, TestFrames.Noted frame) {
    if (frame.headerBytes() == 16) {
      waiting.add(frame.payloadBytes());
    }
    hasSentAll();
  }

  /** Sends what waits, as far as it goes. */
  boolean hasSentAll() {
    while (!waiting.isEmpty() && rank.trySend(1 - rank.rank(), 24, waiting.peek())) {
      waiting.remove();
    }
    return waiting.isEmpty();
  }
}
