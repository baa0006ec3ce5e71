package org.ob1j.pml;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.ob1j.bml.Bml;
import org.ob1j.bml.BmlException;
import org.ob1j.bml.Rails;
import org.ob1j.bml.Registrations;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.UpperLayers;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.CompletedSend;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitDescription;
import org.ob1j.runtime.progress.WaitPolicy;

/** The engine of one process: its peers, requests and contexts, and who is polled. */
final class Ob1Pml implements Pml {
  private static final int SCRATCH_BYTES = 64 * 1024;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final JobIdentity identity;
  private final Bml bml;
  private final ProgressEngine engine;
  private final RankTable<Peer> peers = new RankTable<>();
  private final Contexts contexts = new Contexts();
  private final Arrivals arrivals;
  private final MessageDispatcher messages;
  private final FrameDispatcher dispatcher;
  private final RequestTable<SendRequest> sends =
      new RequestTable<>(slot -> new SendRequest(this, slot));
  private final RequestTable<ReceiveRequest> receives =
      new RequestTable<>(slot -> new ReceiveRequest(this, slot));
  private final CompletedSend completedSend = new CompletedSend();
  private final BufferedSends bufferedSends = new BufferedSends();
  private final UnclaimedMessages unclaimed;
  private final ReadyMisses readyMisses = new ReadyMisses();
  private final DrainQueue draining;

  /** Null if no transport matches tags. */
  private TagFrames tagFrames;

  private final Awaited leavingSends = this::describeLeavingSends;
  private final Convertor outgoing;
  private final Convertor copyConvertor;
  private final BufferRoots buffers;
  private final Memory scratch = Memory.allocate(SCRATCH_BYTES);
  private final long creditBytes;
  private final int sendPipelineDepth;
  private final int receivePipelineDepth;
  private final int sendRailLimit;
  private final int rdmaRailLimit;
  private final Registrations registrations;
  private final long variableThreshold;
  private final boolean showCounts;
  private long rejections;

  Ob1Pml(JobIdentity identity, ParameterSet parameters, Bml bml) {
    this.identity = identity;
    this.bml = bml;
    engine = bml.engine();
    draining = new DrainQueue(engine);
    arrivals = new Arrivals(Math.toIntExact(parameters.get(Ob1Parameters.UNEXPECTED_LIMIT)));
    messages = new MessageDispatcher(this, contexts, arrivals);
    dispatcher = new FrameDispatcher(this, messages);
    creditBytes = parameters.get(Ob1Parameters.UNEXPECTED_BYTES);
    sendPipelineDepth = parameters.get(Ob1Parameters.SEND_PIPELINE_DEPTH);
    sendRailLimit = parameters.get(Ob1Parameters.MAX_SEND_PER_RANGE);
    rdmaRailLimit = parameters.get(Ob1Parameters.MAX_RDMA_PER_REQUEST);
    receivePipelineDepth = parameters.get(Ob1Parameters.RECV_PIPELINE_DEPTH);
    registrations = bml.registrations();
    buffers = bml.buffers();
    outgoing = new Convertor(buffers);
    copyConvertor = new Convertor(buffers);
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
    return buffers;
  }

  // Peers

  /**
   * A process of the job.
   *
   * @throws PmlException if no transport reaches it
   */
  Peer peer(int rank) {
    Peer peer = peers.get(rank);
    if (peer == null) {
      SendPlan plan = rank == identity.rank() ? SendPlan.OF_SELF : new SendPlan(railsTo(rank));
      peer = new Peer(this, rank, plan, creditBytes);
      peers.put(rank, peer);
      if (!peer.isSelf()) {
        peer.rails().attach(UpperLayers.PML, peer);
      }
    }
    return peer;
  }

  /** The peer from which something comes. */
  Peer peer(BtlEndpoint from) {
    Object known = from.attachment(UpperLayers.PML);
    return known == null ? peer(from.peer()) : (Peer) known;
  }

  private Rails railsTo(int rank) {
    try {
      return bml.railsTo(rank);
    } catch (BmlException unreachable) {
      throw new PmlException(PmlException.Reason.UNREACHABLE, unreachable.getMessage());
    }
  }

  /** Remembers a peer for which something waits. */
  void drainLater(Peer peer) {
    draining.add(peer);
  }

  /** A peer cannot be reached any more: ends everything that concerns it. */
  void failed(BtlModule module, int rank, BtlException cause) {
    Peer peer = PeerFailure.peerThatFails(this, rank);
    if (peer != null && !peer.hasFailed()) {
      peer.fail(cause);
      if (tagFrames != null) {
        tagFrames.failed(peer);
      }
      PeerFailure.endAll(this, peer);
    }
  }

  // What requests and protocols use

  RequestTable<SendRequest> sends() {
    return sends;
  }

  /** The request of every send that is over when its call returns. */
  CompletedSend completedSend() {
    return completedSend;
  }

  RequestTable<ReceiveRequest> receives() {
    return receives;
  }

  BufferedSends bufferedSends() {
    return bufferedSends;
  }

  Memory scratch() {
    return scratch;
  }

  int sendPipelineDepth() {
    return sendPipelineDepth;
  }

  /** How many puts of one message a receiver asks for at a time. */
  int receivePipelineDepth() {
    return receivePipelineDepth;
  }

  /** Among how many rails the fragments of a message are divided at most. */
  int sendRailLimit() {
    return sendRailLimit;
  }

  /** By how many rails one message is put or got at most. */
  int rdmaRailLimit() {
    return rdmaRailLimit;
  }

  Registrations registrations() {
    return registrations;
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

  /** True if a process of the job is known to have failed. */
  boolean hasFailed(int process) {
    Peer peer = peers.get(process);
    return peer != null && peer.hasFailed();
  }

  UnclaimedMessages unclaimed() {
    return unclaimed;
  }

  ReadyMisses readyMisses() {
    return readyMisses;
  }

  void countRejection() {
    rejections++;
  }

  /** For a message that is packed before anything else happens. */
  Convertor outgoing() {
    return outgoing;
  }

  /** Packs a whole message into an array. */
  void copyOut(Convertor message, byte[] target) {
    copyConvertor.prepare(target, target.length, BYTES);
    message.copyTo(copyConvertor, 0, target.length, scratch);
    copyConvertor.release();
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
    while (moved && !bufferedSends.hasRoom(lengthBytes, eager)) {
      moved = engine.poll() != 0;
    }
    return bufferedSends.take(lengthBytes, eager);
  }

  // Pml

  @Override
  public PmlCommunicator open(int contextId, int rank, int[] processes) {
    Ob1Communicator communicator =
        // Of two groups, both must see the same here, so it is not their sizes that count.
        tagFrames != null && LaneTag.fits(contextId, identity.size())
            ? tagFrames.communicator(contextId, rank, processes)
            : new Ob1Communicator(this, contextId, rank, processes);
    messages.deliverHeld(communicator, contexts.open(communicator));
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
    for (SendRequest send : sends.all()) {
      if (send.stage() != SendStage.FREE && send.stage() != SendStage.FINISHED) {
        send.describe(wait);
      }
    }
    draining.describe(wait);
  }

  @Override
  public void attachBuffer(long capacityBytes) {
    bufferedSends.attach(capacityBytes);
  }

  @Override
  public boolean hasBufferedSends() {
    return bufferedSends.isOccupied();
  }

  @Override
  public void detachBuffer() {
    while (bufferedSends.isOccupied()) {
      engine.pollOrIdle(leavingSends);
    }
    bufferedSends.detach();
  }

  @Override
  public void flush() {
    while (!draining.isEmpty() || bufferedSends.isOccupied()) {
      engine.pollOrIdle(leavingSends);
    }
    for (Peer peer : peers.values()) {
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

  /** The processes that something was sent to or came from, in the order of their ranks. */
  List<Peer> peers() {
    return peers.values();
  }

  /** A process that something was sent to or came from; null for another. */
  Peer knownPeer(int rank) {
    return peers.get(rank);
  }

  Contexts contexts() {
    return contexts;
  }

  MessageCounts counts() {
    return messages.counts();
  }

  long rejections() {
    return rejections;
  }
}
