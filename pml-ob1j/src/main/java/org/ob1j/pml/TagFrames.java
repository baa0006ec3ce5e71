package org.ob1j.pml;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.TagLane;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.FrameChecks;
import org.ob1j.pml.dispatch.MatchingContext;
import org.ob1j.pml.dispatch.MessageDispatcher;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.pml.offload.OffloadOwner;
import org.ob1j.pml.offload.OffloadRules;
import org.ob1j.pml.offload.OffloadedContext;
import org.ob1j.pml.offload.TagOffload;
import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.PendingOperation;
import org.ob1j.pml.protocol.Context;
import org.ob1j.pml.protocol.MessageStart;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Progressable;

/**
 * Messages that a transport matches. Each is a frame (MATCH, RNDV or RGET with its payload) in one
 * run of bytes, whose tag repeats what the header says; from the moment it has matched everything
 * is as without offload.
 */
final class TagFrames implements OffloadOwner<ReceiveRequest, Arrival>, Progressable {
  private final Ob1Pml pml;
  private final MessageDispatcher messages;
  private final BtlModule module;
  private final TagOffload<ReceiveRequest, Arrival> offload;

  /** By the rank in the job; null if not asked for yet, or if there is none. */
  private final RankTable<OffloadedLane> lanes = new RankTable<>();

  /** To whom messages go as frames for good, because one has gone so. */
  private final RankTable<Boolean> withoutLane = new RankTable<>();

  private int laneChanges;

  /** Over a module that matches tags. */
  TagFrames(Ob1Pml pml, MessageDispatcher messages, BtlModule module) {
    this.pml = pml;
    this.messages = messages;
    this.module = module;
    offload = new TagOffload<>(module.tagMatching(), OffloadRules.MPI, this);
  }

  /**
   * A context that fits a {@link LaneTag}. Made here, where nothing is loaded without need: as long
   * as {@link Ob1Communicator} is the only class of its kind, calls to it are inlined.
   */
  Ob1Communicator communicator(int contextId, int rank, int[] processes) {
    return new OffloadedCommunicator(pml, contextId, rank, processes);
  }

  /** The module that matches tags. */
  String moduleName() {
    return module.name();
  }

  TagOffload<ReceiveRequest, Arrival> offload() {
    return offload;
  }

  /**
   * The lane to a peer; null if it has none by its first rail. That is decided once: messages as
   * frames carry numbers by which the receiver keeps their order, also behind tagged ones, but a
   * tagged message matches when it comes, and would pass frames that are under way.
   */
  OffloadedLane laneTo(Peer peer) {
    OffloadedLane lane = lanes.get(peer.rank());
    return lane != null || peer.isSelf() || withoutLane.get(peer.rank()) != null
        ? lane
        : newLane(peer);
  }

  private OffloadedLane newLane(Peer peer) {
    BtlEndpoint endpoint = peer.endpoint();
    TagLane lane = endpoint.module() == module ? endpoint.tagLane() : null;
    if (lane == null) {
      withoutLane.put(peer.rank(), true);
      return null;
    }
    OffloadedLane found = new OffloadedLane(peer, lane);
    lanes.put(peer.rank(), found);
    return found;
  }

  /**
   * The rails to a peer are others. If the first is not that of its lane any more, what has not
   * begun and all that comes goes as frames, which the receiver takes when it has had the tagged
   * messages before them.
   */
  void railsChanged(Peer peer) {
    OffloadedLane lane = lanes.get(peer.rank());
    if (lane != null && peer.endpoint().module() != module) {
      lanes.put(peer.rank(), null);
      withoutLane.put(peer.rank(), true);
      laneChanges++;
      for (PendingOperation message : lane.leave()) {
        ((SendRequest) message).leaveLane();
      }
    }
  }

  /** A peer has failed, and with it what waits for its lane. */
  void failed(Peer peer) {
    OffloadedLane lane = lanes.get(peer.rank());
    if (lane != null) {
      lane.forgetWaiting();
    }
  }

  /** How often a peer has lost its lane. */
  int laneChanges() {
    return laneChanges;
  }

  // What comes

  /** The length of the header that begins with these words, which are checked against the tag. */
  private static int headerBytesOf(
      long laneTag, long first, long second, long third, int lengthBytes) {
    int type = HeaderType.of(first);
    if (type != HeaderType.MATCH && type != HeaderType.RNDV && type != HeaderType.RGET) {
      throw new FrameRejectedException(
          Rejection.UNKNOWN_TYPE,
          "header type 0x" + Integer.toHexString(type) + " in a tagged message");
    }
    int headerBytes = HeaderType.headerBytes(type);
    FrameChecks.typeOf(first, Math.min(headerBytes, lengthBytes));
    int payloadBytes = lengthBytes - headerBytes;
    FrameChecks.requireLength(MatchHeader.lengthBytesOf(third), payloadBytes);
    checkTag(laneTag, first, second);
    return headerBytes;
  }

  /** The length of the whole message, which is checked. */
  private static long messageBytesOf(long first, Memory memory, int offset, int payloadBytes) {
    if (HeaderType.of(first) == HeaderType.MATCH) {
      return payloadBytes;
    }
    long messageBytes = RendezvousHeader.messageBytes(memory, offset);
    if (messageBytes < (HeaderType.of(first) == HeaderType.RGET ? 0 : payloadBytes)) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "a message of " + messageBytes + " bytes that begins with " + payloadBytes);
    }
    return messageBytes;
  }

  private static long sendNameOf(long first, Memory memory, int offset) {
    return HeaderType.of(first) == HeaderType.MATCH ? 0 : RendezvousHeader.sendName(memory, offset);
  }

  private static void requireHeader(int lengthBytes) {
    if (lengthBytes < MatchHeader.BYTES) {
      throw FrameChecks.tooShort(0, lengthBytes, MatchHeader.BYTES);
    }
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

  /** Where messages of a source come from; checks that this transport reaches it. */
  private BtlEndpoint senderOf(Context communicator, int source) {
    if (source < communicator.size() && communicator instanceof OffloadedCommunicator offloaded) {
      Peer peer = offloaded.peer(source);
      BtlEndpoint from = peer.isSelf() ? null : module.endpoint(peer.rank());
      if (from != null) {
        return from;
      }
    }
    throw new FrameRejectedException(
        Rejection.BAD_SOURCE, "source " + source + " sends no tagged messages in this context");
  }

  @Override
  public Arrival keep(long laneTag, Memory memory, int offset, int lengthBytes) {
    requireHeader(lengthBytes);
    long first = memory.getLong(offset);
    long second = memory.getLong(offset + MatchHeader.SECOND_WORD_OFFSET);
    long third = memory.getLong(offset + MatchHeader.THIRD_WORD_OFFSET);
    int headerBytes = headerBytesOf(laneTag, first, second, third, lengthBytes);
    int payloadBytes = lengthBytes - headerBytes;
    long messageBytes = messageBytesOf(first, memory, offset, payloadBytes);
    int context = MatchHeader.contextOf(first);
    MatchingContext communicator = pml.contexts().find(context);
    BtlEndpoint from = null;
    if (communicator == null) {
      pml.contexts().checkHoldable(context);
    } else {
      from = senderOf(communicator, MatchHeader.sourceOf(second));
      checkRegistration(from, first, messageBytes, memory, offset + headerBytes, payloadBytes);
    }
    Arrival arrival =
        pml.arrivals()
            .take(
                MessageStart.of(
                    from == null ? null : pml.peers().of(from),
                    from,
                    first,
                    second,
                    third,
                    messageBytes,
                    sendNameOf(first, memory, offset)));
    arrival.isTagged = true;
    pml.arrivals().keep(arrival, memory, offset + headerBytes, payloadBytes);
    return arrival;
  }

  private static void checkRegistration(
      BtlEndpoint from,
      long first,
      long messageBytes,
      Memory memory,
      int offset,
      int payloadBytes) {
    if (HeaderType.of(first) == HeaderType.RGET) {
      FrameChecks.checkRegistration(from, messageBytes, memory, offset, payloadBytes);
    }
  }

  @Override
  public OffloadedContext<ReceiveRequest, Arrival> contextOf(Arrival message) {
    MatchingContext communicator = pml.contexts().find(message.context);
    return communicator == null ? null : ((OffloadedCommunicator) communicator).context();
  }

  @Override
  public void hold(Arrival message) {
    pml.contexts().hold(message);
  }

  /** Takes in a message that came before its context was open. */
  void adopt(OffloadedCommunicator communicator, Arrival arrival) {
    try {
      arrival.from = senderOf(communicator, arrival.source());
      arrival.peer = pml.peers().of(arrival.from);
      if (arrival.type == HeaderType.RGET) {
        FrameChecks.checkRegistration(
            arrival.from,
            arrival.messageBytes,
            arrival.payload == null ? null : arrival.payload.memory(),
            arrival.payload == null ? 0 : arrival.payload.offset(),
            arrival.payloadBytes);
      }
    } catch (FrameRejectedException refused) {
      pml.counts().countRefused();
      pml.arrivals().give(arrival);
      return;
    }
    offload.match(communicator.context(), arrival);
  }

  @Override
  public void unexpected(OffloadedContext<ReceiveRequest, Arrival> context, Arrival message) {
    pml.counts().countUnexpected(message.flags);
    MatchingContext communicator = pml.contexts().find(message.context);
    communicator.keepUnexpected(message);
    messages.hadTagged(communicator, message.source());
  }

  @Override
  public void deliver(Arrival message, ReceiveRequest receive) {
    pml.counts().countExpected(message.flags);
    MatchingContext communicator = (MatchingContext) receive.communicator();
    int source = message.source();
    pml.deliver(message, receive);
    messages.hadTagged(communicator, source);
  }

  @Override
  public void matched(
      ReceiveRequest receive, long laneTag, Memory memory, int offset, int lengthBytes) {
    requireHeader(lengthBytes);
    long first = memory.getLong(offset);
    long second = memory.getLong(offset + MatchHeader.SECOND_WORD_OFFSET);
    long third = memory.getLong(offset + MatchHeader.THIRD_WORD_OFFSET);
    int headerBytes = headerBytesOf(laneTag, first, second, third, lengthBytes);
    int payloadBytes = lengthBytes - headerBytes;
    long messageBytes = messageBytesOf(first, memory, offset, payloadBytes);
    int source = MatchHeader.sourceOf(second);
    MatchingContext communicator = (MatchingContext) receive.communicator();
    BtlEndpoint from = senderOf(communicator, source);
    checkRegistration(from, first, messageBytes, memory, offset + headerBytes, payloadBytes);
    Peer peer = pml.peers().of(from);
    pml.counts().countExpected(HeaderType.flagsOf(first));
    int payloadOffset = offset + headerBytes;
    if (HeaderType.of(first) == HeaderType.MATCH) {
      MessageDispatcher.deliverWhole(
          receive, peer, source, MatchHeader.tagOf(second), memory, payloadOffset, payloadBytes);
    } else {
      long sendName = RendezvousHeader.sendName(memory, offset);
      MessageDispatcher.deliver(
          receive,
          MessageStart.of(peer, from, first, second, third, messageBytes, sendName),
          memory,
          payloadOffset,
          payloadBytes);
    }
    PeerFailure.endIfLost(receive, peer);
    messages.hadTagged(communicator, source);
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
    return offload.isRefillDue() ? 0 : Long.MAX_VALUE;
  }

  String describe() {
    return "tag matching by "
        + moduleName()
        + ": "
        + offload.counts().describe()
        + " now-posted="
        + offload.onDevice();
  }
}
