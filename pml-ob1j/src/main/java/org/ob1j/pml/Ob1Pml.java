package org.ob1j.pml;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.ob1j.bml.Bml;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.Arrivals;
import org.ob1j.pml.dispatch.Contexts;
import org.ob1j.pml.dispatch.FrameDispatcher;
import org.ob1j.pml.dispatch.MessageCounts;
import org.ob1j.pml.dispatch.MessageDispatcher;
import org.ob1j.pml.dispatch.ReadyMisses;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.pml.peer.FailureListener;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.peer.Peers;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.ReceiveStage;
import org.ob1j.pml.protocol.Requests;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.pml.protocol.SendStage;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.CompletedSend;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitDescription;
import org.ob1j.runtime.progress.WaitPolicy;

/** The engine of one process: its peers, requests and contexts, and who is polled. */
final class Ob1Pml implements Pml, FailureListener {
  private final JobIdentity identity;
  private final Bml bml;
  private final ProgressEngine engine;
  private final Peers peers;
  private final Requests requests;
  private final Contexts contexts = new Contexts();
  private final Arrivals arrivals;
  private final MessageDispatcher messages;
  private final FrameDispatcher dispatcher;
  private final CompletedSend completedSend = new CompletedSend();
  private final UnclaimedMessages unclaimed;
  private final ReadyMisses readyMisses = new ReadyMisses();

  /** Null if no transport matches tags. */
  private TagFrames tagFrames;

  private final Awaited leavingSends =
      new Awaited() {
        @Override
        public void describe(WaitDescription wait) {
          describeLeavingSends(wait);
        }
      };

  private final long variableThreshold;
  private final boolean showCounts;

  Ob1Pml(JobIdentity identity, ParameterSet parameters, Bml bml) {
    this.identity = identity;
    this.bml = bml;
    engine = bml.engine();
    requests =
        new Requests(
            bml.buffers(),
            bml.registrations(),
            new Requests.Limits(
                parameters.get(Ob1Parameters.SEND_PIPELINE_DEPTH),
                parameters.get(Ob1Parameters.RECV_PIPELINE_DEPTH),
                parameters.get(Ob1Parameters.MAX_SEND_PER_RANGE),
                parameters.get(Ob1Parameters.MAX_RDMA_PER_REQUEST)),
            this);
    peers = new Peers(bml, identity.rank(), parameters.get(Ob1Parameters.UNEXPECTED_BYTES), this);
    arrivals = new Arrivals(Math.toIntExact(parameters.get(Ob1Parameters.UNEXPECTED_LIMIT)));
    dispatcher = new FrameDispatcher(peers, requests, contexts, arrivals, this);
    messages = dispatcher.messages();
    variableThreshold = parameters.get(Ob1Parameters.VARIABLE_THRESHOLD);
    unclaimed = new UnclaimedMessages(parameters.get(Ob1Parameters.UNCLAIMED_MESSAGES));
    showCounts = parameters.get(Ob1Parameters.SHOW_COUNTS);
  }

  /** Whom the transports deliver to. */
  BtlReceiver receiver() {
    return dispatcher;
  }

  /** A transport has been opened. The first that matches tags does so for this process. */
  void use(BtlModule module) {
    if (tagFrames == null && module.tagMatching() != null) {
      tagFrames = new TagFrames(this, messages, module);
    }
  }

  /** What has to do with a transport that matches tags; null if none does. */
  TagFrames tagFrames() {
    return tagFrames;
  }

  @Override
  public BufferRoots buffers() {
    return bml.buffers();
  }

  @Override
  public SharedRegions sharedRegions() {
    return bml.sharedRegions();
  }

  @Override
  public Doorbell doorbell() {
    return engine.doorbell();
  }

  // Peers and requests

  /** The processes that something was sent to or came from. */
  Peers peers() {
    return peers;
  }

  Requests requests() {
    return requests;
  }

  @Override
  public void failed(BtlModule module, int rank, BtlException cause) {
    Peer peer = PeerFailure.peerThatFails(this, rank);
    if (peer != null && !peer.hasFailed()) {
      peer.fail(cause);
      if (tagFrames != null) {
        tagFrames.failed(peer);
      }
      PeerFailure.endAll(this, peer);
    }
  }

  /** The request of every send that is over when its call returns. */
  CompletedSend completedSend() {
    return completedSend;
  }

  Arrivals arrivals() {
    return arrivals;
  }

  /** Hands a message that came before its receive to it. */
  void deliver(Arrival arrival, ReceiveRequest receive) {
    Peer peer = arrival.peer;
    messages.deliver(arrival, receive);
    PeerFailure.endIfLost(receive, peer);
  }

  UnclaimedMessages unclaimed() {
    return unclaimed;
  }

  ReadyMisses readyMisses() {
    return readyMisses;
  }

  /**
   * True if the peer has room for an eager message. A process that only sends sees returned credit
   * no earlier than it looks for it, so it looks before it gives up.
   */
  boolean hasCreditNow(Peer peer, long lengthBytes) {
    if (peer.hasCredit(lengthBytes)) {
      return true;
    }
    engine.poll();
    return peer.hasCredit(lengthBytes);
  }

  /** Occupies room for a buffered send, giving earlier ones a chance to leave if there is none. */
  long roomForBufferedSend(long lengthBytes, Ob1Communicator communicator, Peer peer) {
    boolean moved = true;
    boolean eager = communicator.isEager(lengthBytes, peer);
    while (moved && !requests.bufferedSends().hasRoom(lengthBytes, eager)) {
      moved = engine.poll() != 0;
    }
    return requests.bufferedSends().take(lengthBytes, eager);
  }

  // Pml

  @Override
  public PmlCommunicator open(int contextId, int rank, int[] processes) {
    Ob1Communicator communicator =
        // Of two groups, both must see the same here, so it is not their sizes that count.
        tagFrames != null && LaneTag.fits(contextId, identity.size())
            ? tagFrames.communicator(contextId, rank, processes)
            : new Ob1Communicator(this, contextId, rank, processes);
    List<Arrival> held = contexts.open(communicator);
    if (!held.isEmpty()) {
      messages.deliverHeld(communicator, held);
    }
    return communicator;
  }

  @Override
  public void close(PmlCommunicator communicator) {
    Ob1Communicator own = (Ob1Communicator) communicator;
    contexts.close(own.contextId());
    own.closed();
  }

  @Override
  public boolean progress() {
    return engine.pollOrAct();
  }

  @Override
  public void await(PmlRequest request) {
    while (!request.isComplete()) {
      engine.pollOrIdle(request);
    }
  }

  @Override
  public boolean watch(PmlRequest request, CompletionWatcher watcher, int number) {
    return request.watch(watcher, number);
  }

  @Override
  public void await(Awaited awaited, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      engine.pollOrIdle(awaited);
    }
  }

  @Override
  public void pollOrIdle(Awaited awaited) {
    engine.pollOrIdle(awaited);
  }

  @Override
  public void poll() {
    engine.poll();
  }

  @Override
  public void moved() {
    engine.moved();
  }

  @Override
  public void register(Progressable progressable) {
    engine.register(progressable);
  }

  @Override
  public void unregister(Progressable progressable) {
    engine.unregister(progressable);
  }

  @Override
  public void release(PmlRequest request) {
    if (request instanceof ReceiveRequest receive) {
      receive.release();
    } else if (request instanceof SendRequest send) {
      send.release();
    }
  }

  @Override
  public void cancel(PmlRequest request, int generation) {
    if (request instanceof ReceiveRequest receive
        && receive.generation() == generation
        && receive.stage() == ReceiveStage.POSTED) {
      receive.communicator().end(receive, false);
    }
  }

  /** What a flush waits for: sends whose user has gone on, and what is left for busy transports. */
  private void describeLeavingSends(WaitDescription wait) {
    for (SendRequest send : requests.sends().all()) {
      if (send.stage() != SendStage.FREE && send.stage() != SendStage.FINISHED) {
        send.describe(wait);
      }
    }
    peers.draining().describe(wait);
  }

  @Override
  public void attachBuffer(long capacityBytes) {
    requests.bufferedSends().attach(capacityBytes);
  }

  @Override
  public boolean hasBufferedSends() {
    return requests.bufferedSends().isOccupied();
  }

  @Override
  public void detachBuffer() {
    while (requests.bufferedSends().isOccupied()) {
      engine.pollOrIdle(leavingSends);
    }
    requests.bufferedSends().detach();
  }

  @Override
  public void flush() {
    while (!peers.draining().isEmpty() || requests.bufferedSends().isOccupied()) {
      engine.pollOrIdle(leavingSends);
    }
    for (Peer peer : peers.all()) {
      if (!peer.isSelf() && !peer.hasFailed()) {
        peer.rails().push();
      }
    }
  }

  @Override
  public long variableThreshold() {
    return variableThreshold;
  }

  @Override
  public void discardUnclaimed() {
    unclaimed.discardAll(identity.rank());
  }

  @Override
  public void close() {
    if (!readyMisses.describe().isEmpty()) {
      System.err.println("ob1j: rank " + identity.rank() + ": " + readyMisses.describe());
    }
    if (showCounts) {
      System.err.println("ob1j: rank " + identity.rank() + " received " + counts().describe());
      if (tagFrames != null) {
        System.err.println("ob1j: rank " + identity.rank() + " " + tagFrames.describe());
      }
      System.err.println("ob1j: rank " + identity.rank() + " leaves " + Leftovers.of(this));
    }
    bml.close();
  }

  @Override
  public String describe() {
    return Report.of(this);
  }

  @Override
  public List<ContextTraffic> traffic(List<Integer> first) {
    return Traffic.of(this, first);
  }

  @Override
  public void setLongIdleAction(Runnable action) {
    engine.setLongIdleAction(action);
  }

  @Override
  public Awaited awaited() {
    return engine.awaited();
  }

  @Override
  public long awaitedNanos() {
    return engine.awaitedNanos();
  }

  @Override
  public long moves() {
    return engine.moves();
  }

  @Override
  public WaitPolicy waitPolicy() {
    return engine.waitPolicy();
  }

  @Override
  public Sleeper sleeper() {
    return engine.sleeper();
  }

  // What the report reads

  JobIdentity identity() {
    return identity;
  }

  Bml bml() {
    return bml;
  }

  List<BtlModule> modules() {
    return bml.modules();
  }

  Contexts contexts() {
    return contexts;
  }

  MessageCounts counts() {
    return messages.counts();
  }
}
