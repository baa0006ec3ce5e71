package org.ob1j.pml;

import org.ob1j.btl.Frame;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.offload.OffloadedContext;
import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.EagerSend;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * A communication context in a process one of whose transports matches tags. Messages to a peer
 * that this transport reaches go by an {@link OffloadedLane}, all of them; those to others as
 * frames. A class of its own, so that without such a transport nothing of it is ever loaded.
 */
final class OffloadedCommunicator extends Ob1Communicator {
  private final TagFrames tags;
  private final TransportView context = new TransportView();

  /** Null until it has been found out. */
  private OffloadedContext.Place anySource;

  /** How many lanes had been lost then. */
  private int laneChanges;

  OffloadedCommunicator(Ob1Pml pml, int contextId, int rank, int[] processes) {
    super(pml, contextId, rank, processes, new TakingBack(processes.length, pml.tagFrames()));
    tags = pml.tagFrames();
  }

  /** Takes receives back from the transport when they are matched or cancelled here. */
  private static final class TakingBack extends MatchingEngine<ReceiveRequest, Arrival> {
    private final TagFrames tags;

    TakingBack(int sources, TagFrames tags) {
      super(sources);
      this.tags = tags;
    }

    @Override
    public void takeBack(ReceiveRequest receive) {
      tags.offload().takeBack(receive);
    }
  }

  /** This context, as receives are given to the transport. */
  private final class TransportView extends OffloadedContext<ReceiveRequest, Arrival> {
    @Override
    public int contextId() {
      return OffloadedCommunicator.this.contextId();
    }

    @Override
    public MatchingEngine<ReceiveRequest, Arrival> matching() {
      return OffloadedCommunicator.this.matching();
    }

    @Override
    public Place placeOf(int source) {
      if (source == ANY_SOURCE) {
        return placeOfAnySource();
      }
      return laneTo(source) == null ? Place.ELSEWHERE : Place.TRANSPORT;
    }
  }

  OffloadedContext<ReceiveRequest, Arrival> context() {
    return context;
  }

  /**
   * A receive from any source goes to the transport if that reaches all other processes. Messages
   * of this process to itself are rare enough to take it back.
   */
  private OffloadedContext.Place placeOfAnySource() {
    if (anySource == null || laneChanges != tags.laneChanges()) {
      laneChanges = tags.laneChanges();
      int lanes = 0;
      int elsewhere = 0;
      for (int other = 0; other < size(); other++) {
        if (laneTo(other) != null) {
          lanes++;
        } else if (!peer(other).isSelf()) {
          elsewhere++;
        }
      }
      if (lanes == 0) {
        anySource = OffloadedContext.Place.ELSEWHERE;
      } else {
        anySource =
            elsewhere == 0 ? OffloadedContext.Place.TRANSPORT : OffloadedContext.Place.SOFTWARE;
      }
    }
    return anySource;
  }

  @Override
  public OffloadedLane laneTo(int destination) {
    return tags.laneTo(peer(destination));
  }

  @Override
  boolean mayGoSoon(long messageBytes, int destination) {
    Peer peer = peer(destination);
    OffloadedLane lane = tags.laneTo(peer);
    return lane == null
        ? super.mayGoSoon(messageBytes, destination)
        : pml().hasCreditNow(peer, messageBytes) && takesNow(lane, peer, messageBytes);
  }

  private boolean takesNow(OffloadedLane lane, Peer peer, long messageBytes) {
    return messageBytes <= lane.eagerBytes()
        && messageBytes <= variableThreshold()
        && peer.hasCredit(messageBytes)
        && !lane.isCongested();
  }

  @Override
  boolean sendNow(Object buffer, int count, TypeMap type, int destination, int tag) {
    Peer peer = peer(destination);
    OffloadedLane lane = tags.laneTo(peer);
    if (lane == null) {
      return super.sendNow(buffer, count, type, destination, tag);
    }
    long messageBytes = (long) count * type.sizeBytes();
    if (!takesNow(lane, peer, messageBytes)) {
      return false;
    }
    Convertor message = pml().requests().sendConvertor();
    message.prepare(buffer, count, type);
    int lengthBytes = (int) messageBytes;
    Frame frame = lane.reserve(MatchHeader.BYTES, lengthBytes);
    if (frame != null) {
      EagerSend.write(
          frame,
          MessageFlags.ALLOCATED_STANDARD,
          this,
          tag,
          nextSequence(destination),
          message,
          lengthBytes);
      peer.chargeCredit(lengthBytes);
      lane.send(frame, contextId(), rank(), tag);
    }
    message.release();
    return frame != null;
  }

  @Override
  void post(ReceiveRequest request) {
    super.post(request);
    tags.offload().posted(context, request);
  }

  @Override
  protected boolean matchesHere() {
    return false;
  }

  @Override
  void closed() {
    tags.offload().close(context);
  }

  @Override
  protected void adopt(Arrival arrival) {
    tags.adopt(this, arrival);
  }
}
