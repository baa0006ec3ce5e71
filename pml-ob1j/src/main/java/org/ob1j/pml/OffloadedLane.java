package org.ob1j.pml;

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
final class OffloadedLane {
  private final Peer peer;
  private final TagLane lane;
  private final WaitingMessages waiting;

  OffloadedLane(Peer peer, TagLane lane) {
    this.peer = peer;
    this.lane = lane;
    waiting = new WaitingMessages(peer);
  }

  /** The longest header with its payload. */
  int maxMessageBytes() {
    return lane.maxMessageBytes();
  }

  /** The longest message that goes whole. */
  int eagerBytes() {
    return lane.maxMessageBytes() - MatchHeader.BYTES;
  }

  /** How many bytes of a message a rendezvous header may bring along. */
  int firstFragmentBytes() {
    return Rail.aligned(lane.maxMessageBytes() - RendezvousHeader.BYTES);
  }

  /** As {@link Peer#reserve(int, int)}. */
  Frame reserve(int headerBytes, int payloadBytes) {
    try {
      return lane.reserve(headerBytes, payloadBytes);
    } catch (BtlException failed) {
      peer.pml().failed(peer.endpoint().module(), peer.rank(), failed);
      return null;
    }
  }

  /** Sends what begins a message. */
  void send(Frame frame, SendRequest request) {
    send(frame, request.communicator(), request.tag());
  }

  void send(Frame frame, Ob1Communicator communicator, int tag) {
    lane.send(frame, LaneTag.of(communicator.contextId(), communicator.rank(), tag));
  }

  /** True if something waits already, so that a new message must queue up behind it. */
  boolean isCongested() {
    return !waiting.isEmpty();
  }

  /** Queues a message up that has not begun. */
  void enqueue(SendRequest request) {
    waiting.add(request);
  }

  /** The peer has failed, and all requests that concern it. */
  void forgetWaiting() {
    waiting.clear();
  }

  /** Nothing begins by this lane any more. */
  void leave() {
    for (SendRequest request : waiting.takeAll()) {
      request.leaveLane();
    }
  }
}
