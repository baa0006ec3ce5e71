package org.ob1j.pml;

import java.util.List;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.TagLane;
import org.ob1j.btl.TagMatching;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.pml.offload.OffloadOwner;
import org.ob1j.pml.offload.OffloadRules;
import org.ob1j.pml.offload.OffloadedContext;
import org.ob1j.pml.offload.TagOffload;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Progressable;

/**
 * Messages that a transport matches. Each is a frame (MATCH, RNDV or RGET with its payload) in one
 * run of bytes, whose tag repeats what the header says; from the moment it has matched everything
 * is as without offload.
 */
final class TagFrames implements OffloadOwner<ReceiveRequest, Arrival>, Progressable {
  private final Ob1Pml pml;
  private final BtlModule module;
  private final TagOffload<ReceiveRequest, Arrival> offload;

  /** By the rank in the job; null if not asked for yet, or if there is none. */
  private final OffloadedLane[] lanes;

  private TagFrames(Ob1Pml pml, BtlModule module, TagMatching device) {
    this.pml = pml;
    this.module = module;
    lanes = new OffloadedLane[pml.identity().size()];
    offload = new TagOffload<>(device, OffloadRules.MPI, this);
  }

  /** Over the first of the modules that matches tags; null if none does. */
  static TagFrames over(List<BtlModule> modules, Ob1Pml pml) {
    for (BtlModule module : modules) {
      TagMatching device = module.tagMatching();
      if (device != null) {
        return new TagFrames(pml, module, device);
      }
    }
    return null;
  }

  TagOffload<ReceiveRequest, Arrival> offload() {
    return offload;
  }

  /** The lane to a peer; null if it has none by its first rail. */
  OffloadedLane laneTo(Peer peer) {
    OffloadedLane lane = lanes[peer.rank()];
    return lane != null || peer.isSelf() ? lane : newLane(peer);
  }

  private OffloadedLane newLane(Peer peer) {
    BtlEndpoint endpoint = peer.endpoint();
    TagLane lane = endpoint.module() == module ? endpoint.tagLane() : null;
    if (lane != null) {
      lanes[peer.rank()] = new OffloadedLane(peer, lane);
    }
    return lanes[peer.rank()];
  }

  // What comes

  /** What a header says; it has been checked against the tag. */
  private record Head(long first, long second, long third, long messageBytes, long sendName) {
    int type() {
      return HeaderType.of(first);
    }

    int bytes() {
      return HeaderType.headerBytes(type());
    }
  }

  private static Head headOf(long laneTag, Memory memory, int offset, int lengthBytes) {
    long first = FrameChecks.firstWord(memory, offset, lengthBytes);
    int type = HeaderType.of(first);
    if (type != HeaderType.MATCH && type != HeaderType.RNDV && type != HeaderType.RGET) {
      throw new FrameRejectedException(
          Rejection.UNKNOWN_TYPE,
          "header type 0x" + Integer.toHexString(type) + " in a tagged message");
    }
    int headerBytes = HeaderType.headerBytes(type);
    FrameChecks.typeOf(first, Math.min(headerBytes, lengthBytes));
    long second = memory.getLong(offset + MatchHeader.SECOND_WORD_OFFSET);
    long third = memory.getLong(offset + MatchHeader.THIRD_WORD_OFFSET);
    int payloadBytes = lengthBytes - headerBytes;
    if (MatchHeader.lengthBytesOf(third) != payloadBytes) {
      throw FrameChecks.wrongLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    }
    checkTag(laneTag, first, second);
    if (type == HeaderType.MATCH) {
      return new Head(first, second, third, payloadBytes, 0);
    }
    long messageBytes = RendezvousHeader.messageBytes(memory, offset);
    if (messageBytes < (type == HeaderType.RGET ? 0 : payloadBytes)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a message of " + messageBytes + " bytes that begins with " + payloadBytes);
    }
    return new Head(first, second, third, messageBytes, RendezvousHeader.sendName(memory, offset));
  }

  private static void checkTag(long laneTag, long first, long second) {
    int tag = MatchHeader.tagOf(second);
    int source = MatchHeader.sourceOf(second);
    int context = MatchHeader.contextOf(first);
    if (tag < 0
        || source < 0
        || source >= LaneTag.MAX_SOURCES
        || context < 0
        || context > LaneTag.MAX_CONTEXT
        || LaneTag.of(context, source, tag) != laneTag) {
      throw new FrameRejectedException(
          Rejection.BAD_TAG,
          "a header of context %d, source %d and tag %d in a message with tag 0x%x"
              .formatted(context, source, tag, laneTag));
    }
  }

  /** The peer that is a source; checks that this transport reaches it. */
  private Peer senderOf(Ob1Communicator communicator, int source) {
    if (source < communicator.size() && communicator instanceof OffloadedCommunicator) {
      Peer peer = communicator.peer(source);
      if (!peer.isSelf() && module.endpoint(peer.rank()) != null) {
        return peer;
      }
    }
    throw new FrameRejectedException(
        Rejection.BAD_SOURCE, "source " + source + " sends no tagged messages in this context");
  }

  @Override
  public Arrival keep(long laneTag, Memory memory, int offset, int lengthBytes) {
    Head head = headOf(laneTag, memory, offset, lengthBytes);
    int context = MatchHeader.contextOf(head.first());
    Ob1Communicator communicator = pml.contexts().find(context);
    int payloadOffset = offset + head.bytes();
    int payloadBytes = lengthBytes - head.bytes();
    Peer peer = null;
    if (communicator == null) {
      pml.contexts().checkHoldable(context);
    } else {
      peer = senderOf(communicator, MatchHeader.sourceOf(head.second()));
      checkRegistration(peer, head, memory, offset, payloadBytes);
    }
    Arrival arrival =
        pml.arrivals()
            .take(
                peer,
                peer == null ? null : module.endpoint(peer.rank()),
                head.first(),
                head.second(),
                head.third(),
                head.messageBytes(),
                head.sendName());
    arrival.isTagged = true;
    pml.arrivals().keep(arrival, memory, payloadOffset, payloadBytes);
    return arrival;
  }

  private void checkRegistration(
      Peer peer, Head head, Memory memory, int offset, int payloadBytes) {
    if (head.type() == HeaderType.RGET) {
      FrameChecks.checkRegistration(
          module.endpoint(peer.rank()),
          head.messageBytes(),
          payloadBytes == 0 ? null : memory,
          offset + head.bytes(),
          payloadBytes);
    }
  }

  @Override
  public OffloadedContext<ReceiveRequest, Arrival> contextOf(Arrival message) {
    Ob1Communicator communicator = pml.contexts().find(message.context);
    return communicator == null ? null : ((OffloadedCommunicator) communicator).context();
  }

  @Override
  public void hold(Arrival message) {
    pml.contexts().hold(message);
  }

  /** Takes in a message that came before its context was open. */
  void adopt(OffloadedCommunicator communicator, Arrival arrival) {
    try {
      arrival.peer = senderOf(communicator, arrival.source());
      arrival.from = module.endpoint(arrival.peer.rank());
      if (arrival.type == HeaderType.RGET) {
        FrameChecks.checkRegistration(
            arrival.from,
            arrival.messageBytes,
            arrival.payload == null ? null : arrival.payload.memory(),
            arrival.payload == null ? 0 : arrival.payload.offset(),
            arrival.payloadBytes);
      }
    } catch (FrameRejectedException refused) {
      pml.countRejection();
      pml.arrivals().give(arrival);
      return;
    }
    offload.match(communicator.context(), arrival);
  }

  @Override
  public void unexpected(OffloadedContext<ReceiveRequest, Arrival> context, Arrival message) {
    pml.counts().countUnexpected(message.flags);
    pml.contexts().find(message.context).keepUnexpected(message);
  }

  @Override
  public void deliver(Arrival message, ReceiveRequest receive) {
    pml.counts().countExpected(message.flags);
    pml.deliver(message, receive);
  }

  @Override
  public void matched(
      ReceiveRequest receive, long laneTag, Memory memory, int offset, int lengthBytes) {
    Head head = headOf(laneTag, memory, offset, lengthBytes);
    int source = MatchHeader.sourceOf(head.second());
    int payloadBytes = lengthBytes - head.bytes();
    Peer peer = senderOf(receive.communicator(), source);
    checkRegistration(peer, head, memory, offset, payloadBytes);
    pml.counts().countExpected(HeaderType.flagsOf(head.first()));
    FrameDispatcher.deliver(
        receive,
        peer,
        module.endpoint(peer.rank()),
        head.first(),
        source,
        MatchHeader.tagOf(head.second()),
        MatchHeader.sequenceOf(head.third()),
        head.messageBytes(),
        head.sendName(),
        memory,
        offset + head.bytes(),
        payloadBytes);
    PeerFailure.endIfLost(receive, peer);
  }

  @Override
  public void lost(ReceiveRequest receive) {
    receive.fail();
  }

  // What waits for the transport

  @Override
  public void pollRefill(boolean wanted) {
    if (wanted) {
      pml.register(this);
    } else {
      pml.unregister(this);
    }
  }

  @Override
  public int progress() {
    return offload.refill();
  }

  @Override
  public long maxSleepNanos() {
    return offload.mustRetry() ? 0 : Long.MAX_VALUE;
  }

  String describe() {
    return "tag matching by "
        + module.name()
        + ": "
        + offload.counts().describe()
        + " now-posted="
        + offload.onDevice();
  }
}
