package org.ob1j.pml;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.MatchingContext;
import org.ob1j.pml.dispatch.SelfMessages;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.EagerSend;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.Requests;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * One communication context: its processes, its matching engine, and the calls that send and
 * receive in it.
 */
class Ob1Communicator extends MatchingContext implements PmlCommunicator {
  private final Ob1Pml pml;
  private final Requests requests;
  private final Peer[] peers;
  private final BlockedCall blockedCall = new BlockedCall(this);

  /** Null if there is none. */
  private Supplier<String> label;

  /** A rank whose process has failed; negative if there is none. */
  private int failedRank = -1;

  Ob1Communicator(Ob1Pml pml, int contextId, int rank, int[] processes) {
    this(pml, contextId, rank, processes, new MatchingEngine<>(processes.length));
  }

  Ob1Communicator(
      Ob1Pml pml,
      int contextId,
      int rank,
      int[] processes,
      MatchingEngine<ReceiveRequest, Arrival> matching) {
    super(contextId, rank, processes, matching, pml.readyMisses());
    this.pml = pml;
    requests = pml.requests();
    peers = new Peer[processes.length];
    if (pml.peers().anyHasFailed()) {
      noteFailures(processes);
    }
  }

  private void noteFailures(int[] processes) {
    for (int process : processes) {
      if (pml.peers().hasFailed(process)) {
        processFailed(process);
      }
    }
  }

  /** A process of the job, which may be one of this context's, has failed. */
  void processFailed(int process) {
    for (int other = 0; other < size(); other++) {
      if (process(other) == process) {
        failedRank = other;
      }
    }
  }

  @Override
  public int failedSource(int source) {
    if (source == ANY_SOURCE) {
      return failedRank;
    }
    return peer(source).hasFailed() ? source : -1;
  }

  @Override
  public String failureOf(int source) {
    int failed = source == ANY_SOURCE ? failedRank : source;
    // Nothing is opened for the question.
    Peer known = failed < 0 ? null : pml.peers().known(process(failed));
    return known == null || !known.hasFailed() ? null : known.failureText();
  }

  Ob1Pml pml() {
    return pml;
  }

  @Override
  public void setLabel(Supplier<String> newLabel) {
    label = newLabel;
  }

  @Override
  public String label() {
    return label == null ? "a communicator" : label.get();
  }

  @Override
  public void needSource(int source, WaitDescription wait) {
    if (source != ANY_SOURCE) {
      wait.needs(process(source));
      return;
    }
    wait.anyOneDoes();
    for (int other = 0; other < size(); other++) {
      // A process that waits will not send to itself, unless nobody else is there to be named.
      if (process(other) != pml.identity().rank() || size() == 1) {
        wait.needs(process(other));
      }
    }
  }

  final Peer peer(int ofRank) {
    Peer peer = peers[ofRank];
    if (peer == null) {
      peer = pml.peers().of(process(ofRank));
      peers[ofRank] = peer;
    }
    return peer;
  }

  @Override
  public void send(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    if (mode == SendMode.STANDARD && sendNow(buffer, count, type, destination, tag)) {
      peers[destination].endpoint().push();
    } else {
      sendAndWait(mode, buffer, count, type, destination, tag);
    }
  }

  /**
   * The hot path of a send: a message that is copied into the transport whole, of what the selector
   * would send as EAGER_IMMEDIATE or EAGER_ALLOCATED. False if it may not go so, or not now;
   * nothing is done then.
   */
  boolean sendNow(Object buffer, int count, TypeMap type, int destination, int tag) {
    Peer peer = peers[destination] == null ? peer(destination) : peers[destination];
    long messageBytes = (long) count * type.sizeBytes();
    if (!peer.takesNow(messageBytes)
        || messageBytes > variableThreshold()
        || messageBytes > peer.alwaysCopiedBytes() && buffer instanceof ByteBuffer) {
      return false;
    }
    Convertor message = requests.sendConvertor();
    message.prepare(buffer, count, type);
    int lengthBytes = (int) messageBytes;
    BtlEndpoint endpoint = peer.endpoint();
    Frame frame;
    try {
      frame = endpoint.reserve(MatchHeader.BYTES, lengthBytes, RequestedOrder.DEFAULT);
    } catch (BtlException failed) {
      pml.failed(endpoint.module(), peer.rank(), failed);
      frame = null;
    }
    if (frame != null) {
      EagerSend.write(
          frame,
          peer.copiedStandardFlags(lengthBytes),
          this,
          tag,
          nextSequence(destination),
          message,
          lengthBytes);
      peer.chargeCredit(lengthBytes);
      peer.launch(frame, MatchHeader.BYTES + lengthBytes);
    } else {
      // Perhaps shorter frames have to do from now on.
      peer.notePath();
    }
    message.release();
    return frame != null;
  }

  /** True if a message may be sent whole before the receiver has asked for it. */
  boolean isEager(long messageBytes, Peer peer) {
    long limitBytes = peer.isSelf() ? SelfMessages.COPIED_BYTES : peer.eagerBytes();
    return messageBytes <= Math.min(limitBytes, variableThreshold())
        && peer.hasCredit(messageBytes);
  }

  /** True if nothing but a busy transport keeps {@link #sendNow} from sending a message. */
  boolean mayGoSoon(long messageBytes, int destination) {
    Peer peer = peer(destination);
    return messageBytes <= variableThreshold()
        && pml.hasCreditNow(peer, messageBytes)
        && peer.takesNow(messageBytes)
        && messageBytes <= peer.alwaysCopiedBytes();
  }

  /** Waits without a request as long as the transport alone stands in the way. */
  private void sendAndWait(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    long messageBytes = (long) count * type.sizeBytes();
    while (mode == SendMode.STANDARD && mayGoSoon(messageBytes, destination)) {
      if (sendNow(buffer, count, type, destination, tag)) {
        push(destination);
        return;
      }
      pml.pollOrIdle(blockedCall.send(messageBytes, destination, tag));
    }
    PmlRequest request = beginSend(mode, buffer, count, type, destination, tag);
    push(destination);
    pml.await(request);
    endSend(request, destination);
  }

  private void push(int destination) {
    BtlEndpoint endpoint = peer(destination).endpoint();
    if (endpoint != null) {
      endpoint.push();
    }
  }

  @Override
  public PmlRequest startSend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    PmlRequest request = isend(mode, buffer, count, type, destination, tag);
    push(destination);
    return request;
  }

  @Override
  public void endSend(PmlRequest request, int destination) {
    PmlError error = request.error();
    pml.release(request);
    if (error != PmlError.NONE) {
      peer(destination).requireAlive();
    }
  }

  @Override
  public PmlRequest isend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    if (mode == SendMode.STANDARD && sendNow(buffer, count, type, destination, tag)) {
      return pml.completedSend();
    }
    return beginSend(mode, buffer, count, type, destination, tag);
  }

  private SendRequest beginSend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    Peer peer = peer(destination);
    peer.requireAlive();
    pml.hasCreditNow(peer, (long) count * type.sizeBytes());
    SendRequest request = requests.sends().take();
    long occupied = 0;
    try {
      request.convertor().prepare(buffer, count, type);
      if (mode == SendMode.BUFFERED) {
        occupied = pml.roomForBufferedSend(request.convertor().lengthBytes(), this, peer);
      }
    } catch (RuntimeException refused) {
      request.convertor().release();
      requests.sends().give(request.slot());
      throw refused;
    }
    request.begin(this, peer, mode, destination, tag);
    request.occupy(occupied);
    if (peer.isSelf()) {
      SelfMessages.send(request, this, pml.arrivals());
    } else {
      request.start();
    }
    return request;
  }

  @Override
  public void recv(
      Object buffer, int count, TypeMap type, int source, int tag, MessageStatus status) {
    ReceiveRequest request = (ReceiveRequest) irecv(buffer, count, type, source, tag);
    pml.await(request);
    request.copyStatus(status);
    request.release();
  }

  /** A receive that is in no queue. */
  ReceiveRequest newReceive(Object buffer, int count, TypeMap type, int source, int tag) {
    ReceiveRequest request = requests.receives().take();
    Convertor convertor = request.convertor();
    try {
      convertor.prepare(buffer, count, type);
      if (convertor.isReadOnly() && convertor.lengthBytes() != 0) {
        throw new BufferException("the buffer is read-only; nothing can be received into it");
      }
    } catch (RuntimeException refused) {
      convertor.release();
      requests.receives().give(request.slot());
      throw refused;
    }
    request.begin(this, source, tag);
    return request;
  }

  /**
   * Returns what the interface does: a bridge would be compiled beside it, with all that it calls.
   */
  @Override
  public PmlRequest irecv(Object buffer, int count, TypeMap type, int source, int tag) {
    ReceiveRequest request = newReceive(buffer, count, type, source, tag);
    if (matching().unexpectedCount() != 0 && takeUnexpected(request, source, tag)) {
      return request;
    }
    if (failedSource(source) >= 0) {
      request.fail();
    } else {
      post(request);
    }
    return request;
  }

  /** Posts a receive for which there is no unexpected message. */
  void post(ReceiveRequest request) {
    matching().post(request);
  }

  private boolean takeUnexpected(ReceiveRequest request, int source, int tag) {
    Arrival arrival = matching().takeUnexpected(source, tag);
    if (arrival != null) {
      pml.deliver(arrival, request);
    }
    return arrival != null;
  }

  // What is different where a transport matches tags: see OffloadedCommunicator

  @Override
  protected void adopt(Arrival arrival) {
    // Its sender must see the same context, and the same transport, as this process.
    pml.counts().countRefused();
    pml.arrivals().give(arrival);
  }

  /** The context has been closed. */
  void closed() {
    // Nothing of it is elsewhere.
  }

  @Override
  public void probe(int source, int tag, MessageStatus status) {
    while (!findMessage(source, tag, status)) {
      pml.pollOrIdle(blockedCall.probe(source, tag));
    }
  }

  @Override
  public boolean iprobe(int source, int tag, MessageStatus status) {
    if (findMessage(source, tag, status)) {
      return true;
    }
    pml.progress();
    return findMessage(source, tag, status);
  }

  private boolean findMessage(int source, int tag, MessageStatus status) {
    Arrival arrival = matching().findUnexpected(source, tag);
    if (arrival == null) {
      requireSender(source);
      return false;
    }
    status.set(arrival.source(), arrival.tag(), arrival.messageBytes, false, PmlError.NONE);
    return true;
  }

  @Override
  public PmlMessage match(int source, int tag) {
    PmlMessage found = take(source, tag);
    while (found == null) {
      pml.pollOrIdle(blockedCall.probe(source, tag));
      found = take(source, tag);
    }
    return found;
  }

  @Override
  public PmlMessage matchNow(int source, int tag) {
    PmlMessage found = take(source, tag);
    if (found == null) {
      pml.progress();
      found = take(source, tag);
    }
    return found;
  }

  private PmlMessage take(int source, int tag) {
    pml.unclaimed().requireRoom();
    Arrival arrival = matching().takeUnexpected(source, tag);
    if (arrival == null) {
      requireSender(source);
      return null;
    }
    MatchedMessage message = new MatchedMessage(this, arrival);
    pml.unclaimed().add(message);
    return message;
  }

  /** Refuses to wait for a message that may never come. */
  private void requireSender(int source) {
    int failed = failedSource(source);
    if (failed >= 0) {
      peer(failed).requireAlive();
    }
  }
}
