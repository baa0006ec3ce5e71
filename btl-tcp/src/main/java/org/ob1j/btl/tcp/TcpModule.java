package org.ob1j.btl.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.tcp.InterfaceSelection.LocalAddress;
import org.ob1j.runtime.control.handshake.SystemRandom;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.RankTable;

/**
 * Polls the connections of one link of this process. Links are modules of their own, with their own
 * listening sockets, so that there are as many connections to a peer as both have links.
 *
 * <p>A few connections that had traffic lately are <em>hot</em>: they are read directly, at each
 * poll at first and at every eighth after a while, because a read costs as much as all the rest of
 * a poll of shared memory. Those that are read at each poll the selector does not watch. The
 * others, and the listening sockets, are looked after by the selector now and then ({@link
 * PollPacer}), so that a process that uses no TCP pays next to nothing.
 */
final class TcpModule implements BtlModule {
  private static final int MAX_HOT = 4;

  /** So many reads without success, and a hot connection is read at every eighth poll only. */
  private static final int EAGER_READS = 64;

  private static final int LAZY_POLL_MASK = 7;

  /** So many reads without success, and a connection is left to the selector. */
  private static final int COLD_AFTER_READS = 4_000;

  private static final long BUSY_LOOK_NANOS = 20_000;
  private static final long IDLE_LOOK_NANOS = 500_000;

  /** While connections are made there are deadlines of tenths of seconds. */
  private static final long DEADLINES_SLEEP_NANOS = 50_000_000;

  private static final long CLOSE_NANOS = 10_000_000_000L;
  private static final int SCRATCH_BYTES = 64 << 10;

  private final BtlContext context;
  private final int link;
  private final TcpSettings settings;
  private final List<LocalAddress> addresses;
  private final TcpAddresses published;
  private final Listeners listeners;
  private final Selector selector;
  private final LongSupplier clock;
  private final PollPacer pacer;
  private final SecureRandom random = SystemRandom.open();
  private final StagingPool pool;
  private final Acceptor acceptor;
  private final RejectionCounts rejections = new RejectionCounts();
  private final Map<Rejection, Long> rejectedFrames = new EnumMap<>(Rejection.class);
  private final Registrations registrations;
  private final RankTable<TcpEndpoint> endpoints = new RankTable<>();
  private final TcpEndpoint[] hot = new TcpEndpoint[MAX_HOT];
  private final List<TcpEndpoint> connecting = new ArrayList<>();
  private final List<TcpEndpoint> failing = new ArrayList<>();
  private final Consumer<SelectionKey> readyAction =
      key -> ((ReadyHandler) key.attachment()).ready();
  private final PendingOutput output;
  private final NativeArrays natives;
  private int hotCount;
  private int openCount;
  private int pollCount;
  private int events;
  private boolean closed;

  /**
   * The module of one link.
   *
   * @param link its number, from 0: it connects to the peers' modules of the same number
   * @param output of all links of this process
   * @param natives of all links of this process
   */
  TcpModule(
      BtlContext context,
      int link,
      TcpSettings settings,
      List<LocalAddress> addresses,
      TcpAddresses published,
      Listeners listeners,
      PendingOutput output,
      NativeArrays natives,
      LongSupplier clock)
      throws IOException {
    this.context = context;
    this.link = link;
    this.settings = settings;
    this.addresses = addresses;
    this.published = published;
    this.listeners = listeners;
    this.output = output;
    this.natives = natives;
    this.clock = clock;
    this.pacer = new PollPacer(clock);
    this.pool =
        new StagingPool(
            FramePrefix.frameBytes(0, settings.attributes().maxSendSize() + Long.BYTES));
    this.registrations = new Registrations(context.identity().rank());
    this.acceptor = new Acceptor(this);
    this.selector = Selector.open();
    try {
      acceptor.listen(listeners);
    } catch (IOException failed) {
      Sockets.closeQuietly(selector);
      throw failed;
    }
  }

  @Override
  public String name() {
    return "tcp." + link;
  }

  /** The number of the link. */
  int link() {
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
    return "no interface that it and this process use is on one network; see btl_tcp_if_include and"
        + " btl_tcp_if_exclude";
  }

  /** The endpoint to a rank, or null if there can be none. */
  TcpEndpoint endpointOfProven(int rank) {
    return rank < 0 || rank >= context.identity().size() ? null : endpointOf(rank);
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
    byte[] value =
        possible ? context.processes().published(rank, TcpAddresses.modexKey(link)) : null;
    if (value == null) {
      return null;
    }
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
    boolean sameHost = theirs.hostId().equals(published.hostId());
    var candidates = InterfaceSelection.candidates(addresses, theirs, sameHost);
    return candidates.isEmpty() ? null : new TcpEndpoint(this, rank, candidates);
  }

  // ---- progress

  @Override
  public int progress() {
    events = 0;
    output.beginPoll();
    if (!output.isEmpty()) {
      events += output.write();
    }
    if (hotCount > 0) {
      readHot();
    }
    if (pacer.isDue()) {
      look();
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

  private void readHot() {
    boolean lazyTurn = (++pollCount & LAZY_POLL_MASK) == 0;
    for (int i = 0; i < hotCount; i++) {
      TcpEndpoint endpoint = hot[i];
      if (endpoint.emptyPolls >= EAGER_READS && !lazyTurn) {
        continue;
      }
      if (endpoint.poll() > 0) {
        readAgain(endpoint);
        events++;
      } else if (++endpoint.emptyPolls == EAGER_READS) {
        endpoint.watchInSelector(true);
      } else if (endpoint.emptyPolls > COLD_AFTER_READS && i < hotCount && hot[i] == endpoint) {
        cool(i);
      }
    }
  }

  /** Something has come by a hot connection: from now on it is read at every poll. */
  private static void readAgain(TcpEndpoint endpoint) {
    if (endpoint.emptyPolls >= EAGER_READS) {
      endpoint.watchInSelector(false);
    }
    endpoint.emptyPolls = 0;
  }

  private void cool(int index) {
    hot[index].hot = false;
    hot[index] = hot[--hotCount];
    hot[hotCount] = null;
    pacer.hurry();
  }

  private void look() {
    long nowNanos = nowNanos();
    try {
      selector.selectNow(readyAction);
    } catch (IOException broken) {
      throw new BtlException(name() + " cannot select: " + broken.getMessage(), broken);
    }
    acceptor.expire(nowNanos);
    for (int i = connecting.size() - 1; i >= 0; i--) {
      if (i < connecting.size()) {
        connecting.get(i).expire(nowNanos);
      }
    }
    boolean busy = openCount > hotCount || !connecting.isEmpty() || acceptor.unprovenCount() > 0;
    pacer.setInterval(busy ? BUSY_LOOK_NANOS : IDLE_LOOK_NANOS);
  }

  /** A connection that is not hot, or is read seldom, has something to read. */
  void polledBySelector(TcpEndpoint endpoint) {
    if (endpoint.poll() > 0) {
      events++;
      heat(endpoint);
      if (endpoint.hot) {
        readAgain(endpoint);
      }
    }
  }

  private void heat(TcpEndpoint endpoint) {
    if (endpoint.hot || endpoint.stage() != ConnectionStage.OPEN) {
      return;
    }
    if (hotCount == MAX_HOT) {
      for (int i = 0; i < hotCount; i++) {
        if (hot[i].emptyPolls >= EAGER_READS) {
          cool(i);
          break;
        }
      }
    }
    if (hotCount < MAX_HOT) {
      endpoint.hot = true;
      endpoint.emptyPolls = 0;
      endpoint.watchInSelector(false);
      hot[hotCount++] = endpoint;
    }
  }

  private void settleFailures() {
    List<TcpEndpoint> settled = List.copyOf(failing);
    failing.clear();
    events += settled.size();
    settled.forEach(TcpEndpoint::settleFailure);
  }

  // ---- for endpoints, acceptor and connectors

  void addConnecting(TcpEndpoint endpoint) {
    connecting.add(endpoint);
    pacer.hurry();
  }

  void removeConnecting(TcpEndpoint endpoint) {
    connecting.remove(endpoint);
  }

  void addFailing(TcpEndpoint endpoint) {
    failing.add(endpoint);
  }

  void opened(TcpEndpoint endpoint) {
    openCount++;
    events++;
    heat(endpoint);
  }

  /** The endpoint takes no more part. */
  void closed(TcpEndpoint endpoint) {
    removeConnecting(endpoint);
    failing.remove(endpoint);
    if (endpoint.isConnected()) {
      openCount--;
    }
    for (int i = 0; i < hotCount; i++) {
      if (hot[i] == endpoint) {
        cool(i);
      }
    }
    events++;
  }

  void countEvent() {
    events++;
  }

  void countRejectedFrame(int peer, FrameRejectedException rejected) {
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

  Registrations registrations() {
    return registrations;
  }

  RejectionCounts rejections() {
    return rejections;
  }

  JobIdentity identity() {
    return context.identity();
  }

  byte[] secret() {
    return context.secret();
  }

  BtlReceiver receiver() {
    return context.receiver();
  }

  TcpSettings settings() {
    return settings;
  }

  Selector selector() {
    return selector;
  }

  SecureRandom random() {
    return random;
  }

  StagingPool pool() {
    return pool;
  }

  long nowNanos() {
    return clock.getAsLong();
  }

  @Override
  public String describe() {
    return "%s: listening on %s; %d connections open, %d accepted, %d unproven, %d being made; %d registrations; %s; %s; frames rejected: %s"
        .formatted(
            name(),
            published.addresses().stream().map(TcpAddresses.Entry::address).toList(),
            openCount,
            acceptor.acceptedCount(),
            acceptor.unprovenCount(),
            connecting.size(),
            registrations.count(),
            natives.describe(),
            rejections.describe(),
            rejectedFrames);
  }

  // ---- closing

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    listeners.close();
    acceptor.close();
    drain();
    endpoints.values().forEach(TcpEndpoint::close);
    Sockets.closeQuietly(selector);
    pool.clear();
    registrations.clear();
  }

  /** Hands what was sent to the kernel, with a goodbye, unless a peer does not take it. */
  private void drain() {
    List<TcpEndpoint> unsaid = new ArrayList<>();
    for (TcpEndpoint endpoint : endpoints.values()) {
      if (endpoint.stage() == ConnectionStage.OPEN && !endpoint.isGivenUp()) {
        unsaid.add(endpoint);
      }
    }
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    List<TcpEndpoint> unwritten = new ArrayList<>(unsaid);
    long deadlineNanos = nowNanos() + CLOSE_NANOS;
    while (!unwritten.isEmpty() && nowNanos() - deadlineNanos < 0) {
      unsaid.removeIf(TcpEndpoint::sayGoodbye);
      unwritten.removeIf(endpoint -> endpoint.drain(scratch) && !unsaid.contains(endpoint));
      if (!unwritten.isEmpty()) {
        Thread.yield();
      }
    }
  }
}
