package org.ob1j.btl.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tcp.address.Paths;
import org.ob1j.btl.tcp.address.TcpAddresses;
import org.ob1j.btl.tcp.connection.Acceptor;
import org.ob1j.btl.tcp.connection.ConnectionStage;
import org.ob1j.btl.tcp.connection.Link;
import org.ob1j.btl.tcp.connection.Listeners;
import org.ob1j.btl.tcp.connection.PeerConnection;
import org.ob1j.btl.tcp.connection.ReadyHandler;
import org.ob1j.btl.tcp.connection.Sockets;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.btl.tcp.stream.FramePrefix;
import org.ob1j.btl.tcp.stream.NativeArrays;
import org.ob1j.btl.tcp.stream.StagingPool;
import org.ob1j.btl.tcp.stream.TcpRegistrations;
import org.ob1j.runtime.job.RankTable;

/**
 * Polls the connections of one link of this process. Links are modules of their own, so that there
 * are as many connections to a peer as both have links to each other ({@link Paths}); the first one
 * listens for all.
 *
 * <p>A few connections that had traffic lately are <em>hot</em> and read directly ({@link
 * HotConnections}), not at every poll for ever, because a read costs as much as all the rest of a
 * poll of shared memory. The others, and the listening sockets, are watched by the selector, which
 * is asked now and then ({@link PollPacer}), so that a process that uses no TCP pays next to
 * nothing.
 */
final class TcpModule implements BtlModule, BtlPoller {
  private static final long BUSY_SELECT_NANOS = 20_000;
  private static final long IDLE_SELECT_NANOS = 500_000;

  /** While connections are made there are deadlines of tenths of seconds. */
  private static final long DEADLINES_SLEEP_NANOS = 50_000_000;

  private static final long CLOSE_NANOS = 10_000_000_000L;
  private static final int SCRATCH_BYTES = 64 << 10;

  private static final Consumer<SelectionKey> READY_ACTION =
      new Consumer<>() {
        @Override
        public void accept(SelectionKey key) {
          ((ReadyHandler) key.attachment()).ready();
        }
      };

  private final BtlContext context;
  private final Link link;
  private final TcpSettings settings;
  private final TcpAddresses published;
  private final Selector selector;
  private final PollPacer pacer;
  private final StagingPool pool;
  private final Acceptor acceptor;
  private final Map<Rejection, Long> rejectedFrames = new EnumMap<>(Rejection.class);
  private final TcpRegistrations registrations;
  private final RankTable<TcpEndpoint> endpoints = new RankTable<>();
  private final HotConnections hot;
  private final List<Connecting> connecting = new ArrayList<>();
  private final List<TcpEndpoint> failing = new ArrayList<>();
  private final PendingOutput output;
  private final NativeArrays natives;
  private int openCount;
  private int events;
  private boolean closed;

  /**
   * The module of one link.
   *
   * @param number of the link, from 0
   * @param published by this process, for all links
   * @param links of this process, this one among them
   * @param output of all links of this process
   * @param natives of all links of this process
   */
  TcpModule(
      BtlContext context,
      int number,
      TcpSettings settings,
      TcpAddresses published,
      List<TcpModule> links,
      PendingOutput output,
      NativeArrays natives,
      LongSupplier clock)
      throws IOException {
    this.context = context;
    this.settings = settings;
    this.published = published;
    this.output = output;
    this.natives = natives;
    this.pacer = new PollPacer(clock);
    this.hot = new HotConnections(pacer);
    this.pool =
        new StagingPool(
            FramePrefix.frameBytes(0, settings.attributes().maxSendSize() + Long.BYTES));
    this.registrations = new TcpRegistrations(context.identity().rank());
    this.selector = Selector.open();
    int networks = published.networkCount();
    this.link =
        new Link(
            number,
            number % networks,
            number / networks,
            context.identity(),
            context.secret(),
            settings,
            selector,
            clock);
    this.acceptor = new Acceptor(link, new Links(links));
  }

  /** Of the links of this process, one listens for all. */
  void listen(Listeners listeners) throws IOException {
    acceptor.listen(listeners);
  }

  @Override
  public String name() {
    return link.name();
  }

  Link link() {
    return link;
  }

  @Override
  public BtlAttributes attributes() {
    return settings.attributes();
  }

  @Override
  public BtlEndpoint endpoint(int rank) {
    return endpointOf(rank);
  }

  @Override
  public String whyUnreachable(int rank) {
    if (!context.processes().isOfThisJob(rank)) {
      return "it is of another job, and connections are between processes of one";
    }
    byte[] value = context.processes().published(rank, TcpAddresses.MODEX_KEY);
    if (value == null) {
      return "it has published no address";
    }
    TcpAddresses theirs = decode(rank, value);
    if (Paths.between(published, theirs, rank() < rank).count() > 0) {
      // Other links lead there: two processes of a host need one, whatever networks it has.
      return null;
    }
    return "none of its addresses (%s) can be reached from those of this process (%s); see %s and %s"
        .formatted(
            theirs.describe(),
            published.describe(),
            TcpParameters.IF_INCLUDE.name(),
            TcpParameters.IF_EXCLUDE.name());
  }

  /** The connections of a link of this process by ranks; null if it has no such link. */
  private record Links(List<TcpModule> links) implements IntFunction<IntFunction<PeerConnection>> {
    @Override
    public IntFunction<PeerConnection> apply(int channel) {
      for (TcpModule module : links) {
        if (module.link.channel() == channel) {
          return module.new Proven();
        }
      }
      return null;
    }
  }

  /** The connection to a rank, which may be any number; null if there can be none. */
  private final class Proven implements IntFunction<PeerConnection> {
    @Override
    public PeerConnection apply(int rank) {
      boolean possible = rank >= 0 && rank < context.identity().size();
      TcpEndpoint endpoint = possible ? endpointOf(rank) : null;
      return endpoint == null ? null : endpoint.connection();
    }
  }

  private TcpEndpoint endpointOf(int rank) {
    TcpEndpoint endpoint = endpoints.get(rank);
    if (endpoint == null && rank != context.identity().rank()) {
      endpoint = newEndpoint(rank);
      endpoints.put(rank, endpoint);
    }
    return endpoint;
  }

  private TcpEndpoint newEndpoint(int rank) {
    // The handshake proves that both are of one job.
    boolean possible = context.processes().isOfThisJob(rank);
    byte[] value = possible ? context.processes().published(rank, TcpAddresses.MODEX_KEY) : null;
    if (value == null) {
      return null;
    }
    TcpAddresses theirs = decode(rank, value);
    Paths paths = Paths.between(published, theirs, rank() < rank);
    if (link.copy() >= theirs.linksPerNetwork() || link.network() >= paths.count()) {
      return null;
    }
    return new TcpEndpoint(
        this,
        rank,
        settings.attributesAt(paths.megabits(link.network())),
        paths.candidates(link.network()));
  }

  private TcpAddresses decode(int rank, byte[] value) {
    TcpAddresses theirs;
    try {
      theirs = TcpAddresses.decode(value);
    } catch (IllegalArgumentException unreadable) {
      throw new BtlException(
          name() + " cannot read the addresses of rank " + rank + ": " + unreadable.getMessage(),
          unreadable);
    }
    if (theirs.maxSendSize() != published.maxSendSize()) {
      throw new BtlException(
          "%s: %s is %d here and %d on rank %d; it must be the same on all ranks"
              .formatted(
                  name(),
                  TcpParameters.COMMON.maxSendSize().name(),
                  published.maxSendSize(),
                  theirs.maxSendSize(),
                  rank));
    }
    return theirs;
  }

  // ---- progress

  @Override
  public BtlPoller poller() {
    return this;
  }

  @Override
  public int progress() {
    events = 0;
    output.beginPoll();
    if (!output.isEmpty()) {
      events += output.write();
    }
    if (hot.count() > 0) {
      // Not added to what there was before: a connection that ends counts events, too.
      int read = hot.read();
      events += read;
    }
    if (pacer.isDue()) {
      select();
    }
    while (output.takeGathered()) {
      events += output.write();
    }
    output.endPoll();
    if (!failing.isEmpty()) {
      settleFailures();
    }
    return events;
  }

  /** What moves arrays. */
  NativeArrays natives() {
    return natives;
  }

  PendingOutput output() {
    return output;
  }

  // ---- sleeping

  @Override
  public long maxSleepNanos() {
    if (output.canWrite()) {
      return 0;
    }
    if (closed) {
      return Long.MAX_VALUE;
    }
    if (!failing.isEmpty() || !SleepWatch.watch(selector, context.doorbell())) {
      return 0;
    }
    return connecting.isEmpty() && acceptor.unprovenCount() == 0
        ? Long.MAX_VALUE
        : DEADLINES_SLEEP_NANOS;
  }

  /** Whatever has come, the selector knows of it. */
  @Override
  public void endSleep() {
    pacer.hurry();
  }

  // ---- progress, in detail

  private void select() {
    long nowNanos = link.nowNanos();
    try {
      selector.selectNow(READY_ACTION);
    } catch (IOException broken) {
      throw new BtlException(name() + " cannot select: " + broken.getMessage(), broken);
    }
    acceptor.expire(nowNanos);
    for (int i = connecting.size() - 1; i >= 0; i--) {
      if (i < connecting.size()) {
        connecting.get(i).expire(nowNanos);
      }
    }
    boolean busy = openCount > hot.count() || !connecting.isEmpty() || acceptor.unprovenCount() > 0;
    pacer.setInterval(busy ? BUSY_SELECT_NANOS : IDLE_SELECT_NANOS);
  }

  /** A connection that is not hot, or is read seldom, has something to read. */
  void polledBySelector(TcpEndpoint endpoint) {
    if (endpoint.poll() > 0) {
      events++;
      hot.found(endpoint);
    }
  }

  private void settleFailures() {
    List<TcpEndpoint> settled = List.copyOf(failing);
    failing.clear();
    events += settled.size();
    for (TcpEndpoint endpoint : settled) {
      endpoint.settleFailure();
    }
  }

  // ---- for endpoints, acceptor and connectors

  void addConnecting(Connecting connection) {
    connecting.add(connection);
    pacer.hurry();
  }

  void removeConnecting(Connecting connection) {
    connecting.remove(connection);
  }

  void addFailing(TcpEndpoint endpoint) {
    failing.add(endpoint);
  }

  void opened(TcpEndpoint endpoint) {
    openCount++;
    events++;
    hot.add(endpoint);
  }

  /** The endpoint takes no more part. */
  void closed(TcpEndpoint endpoint) {
    failing.remove(endpoint);
    if (endpoint.isConnected()) {
      openCount--;
    }
    hot.remove(endpoint);
    events++;
  }

  void countEvent() {
    events++;
  }

  void countRejectedFrame(FrameRejectedException rejected) {
    rejectedFrames.merge(rejected.rejection(), 1L, Long::sum);
  }

  @Override
  public BtlRegistration register(ByteBuffer memory, int access) {
    return attributes().capabilities().puts() ? registrations.register(memory, access) : null;
  }

  @Override
  public int registrationCount() {
    return registrations.count();
  }

  TcpRegistrations registrations() {
    return registrations;
  }

  /** The number of this process. */
  int rank() {
    return context.identity().rank();
  }

  BtlReceiver receiver() {
    return context.receiver();
  }

  StagingPool pool() {
    return pool;
  }

  @Override
  public String describe() {
    return "%s: listening on %s; %d connections open, %d accepted, %d unproven, %d being made; %d registrations; %s; %s; frames rejected: %s"
        .formatted(
            name(),
            published.listening(),
            openCount,
            acceptor.acceptedCount(),
            acceptor.unprovenCount(),
            connecting.size(),
            registrations.count(),
            natives.describe(),
            link.rejections().describe(),
            rejectedFrames);
  }

  // ---- closing

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    acceptor.close();
    drain();
    for (TcpEndpoint endpoint : endpoints.values()) {
      endpoint.close();
    }
    Sockets.closeQuietly(selector);
    pool.clear();
    registrations.clear();
  }

  /** Hands what was sent to the kernel, with a goodbye, unless a peer does not take it. */
  private void drain() {
    List<TcpEndpoint> unwritten = new ArrayList<>();
    for (TcpEndpoint endpoint : endpoints.values()) {
      if (endpoint.stage() == ConnectionStage.OPEN && !endpoint.isGivenUp()) {
        unwritten.add(endpoint);
      }
    }
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    long deadlineNanos = link.nowNanos() + CLOSE_NANOS;
    while (!unwritten.isEmpty() && link.nowNanos() - deadlineNanos < 0) {
      for (int i = unwritten.size() - 1; i >= 0; i--) {
        if (unwritten.get(i).leave(scratch)) {
          unwritten.remove(i);
        }
      }
      if (!unwritten.isEmpty()) {
        Thread.yield();
      }
    }
  }
}
