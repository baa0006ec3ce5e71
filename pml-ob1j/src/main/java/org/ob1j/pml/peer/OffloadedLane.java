package org.ob1j.pml.peer;

import java.util.List;
import org.ob1j.bml.Rail;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.offload.LaneTag;

/**
 * The way to a peer whose transport matches tags: by it goes what begins a message, all in the
 * order of sending.
 */
public final class OffloadedLane {
  private final Peer peer;
  private final TagLane lane;
  private final WaitingMessages waiting;

  public OffloadedLane(Peer peer, TagLane lane) {
    this.peer = peer;
    this.lane = lane;
    waiting = new WaitingMessages(peer);
  }

  /** The longest header with its payload. */
  public int maxMessageBytes() {
    return lane.maxMessageBytes();
  }

  /** The longest message that goes whole. */
  public int eagerBytes() {
    return lane.maxMessageBytes() - MatchHeader.BYTES;
  }

  /** How many bytes of a message a rendezvous header may bring along. */
  public int firstFragmentBytes() {
    return Rail.aligned(lane.maxMessageBytes() - RendezvousHeader.BYTES);
  }

  /** As {@link Peer#reserve(int, int)}. */
  public Frame reserve(int headerBytes, int payloadBytes) {
    try {
      return lane.reserve(headerBytes, payloadBytes);
    } catch (BtlException failed) {
      peer.failedBy(peer.endpoint(), failed);
      return null;
    }
  }

  /** Sends what begins a message of this process, which has that rank in its context. */
  public void send(Frame frame, int contextId, int rank, int tag) {
    lane.send(frame, LaneTag.of(contextId, rank, tag));
  }

  /** True if something waits already, so that a new message must queue up behind it. */
  public boolean isCongested() {
    return !waiting.isEmpty();
  }

  /** Queues a message up that has not begun. */
  public void enqueue(PendingOperation request) {
    waiting.add(request);
  }

  /** The peer has failed, and all requests that concern it. */
  public void forgetWaiting() {
    waiting.clear();
  }

  /** Nothing begins by this lane any more: the messages that have not begun, in their order. */
  public List<PendingOperation> leave() {
    return waiting.takeAll();
  }
}
