package org.ob1j.runtime.pml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitPolicy;

/** The engine of one process of a {@link LoopbackNetwork}. Its requests are pooled. */
public final class LoopbackPml implements Pml {
  private static final int BUFFERED_OVERHEAD_BYTES = 128;
  private static final long NO_BUFFER = -1;

  private final LoopbackNetwork network;
  private final int process;
  private final BufferRoots buffers = new BufferRoots(capacityBytes -> null);
  private final Deque<LoopbackRequest> pool = new ArrayDeque<>();
  private final Set<Integer> openContexts = new HashSet<>();
  private final AtomicInteger handedOut = new AtomicInteger();
  private final AtomicInteger taken = new AtomicInteger();
  private long bufferCapacity = NO_BUFFER;
  private long bufferUsed;
  private final Set<PmlMessage> unclaimed = new HashSet<>();
  private long variableThreshold = 1000;
  private SharedRegions regions;
  private boolean closed;
  private List<Progressable> progressables = List.of();
  private boolean progressing;
  private Runnable longIdleAction = () -> {};
  private Awaited awaited;

  LoopbackPml(LoopbackNetwork network, int process) {
    this.network = network;
    this.process = process;
  }

  public LoopbackNetwork network() {
    return network;
  }

  /** How many requests have been handed out and not been given back. */
  public int requestsInUse() {
    return handedOut.get();
  }

  /** How many have been handed out so far. */
  public int requestsTaken() {
    return taken.get();
  }

  /** The ids of the contexts that are open. */
  public Set<Integer> openContexts() {
    return Set.copyOf(openContexts);
  }

  public boolean isClosed() {
    return closed;
  }

  int process() {
    return process;
  }

  @Override
  public BufferRoots buffers() {
    return buffers;
  }

  /** From now on this process can share memory with those that have the same. */
  public void share(SharedRegions memory) {
    regions = memory;
  }

  @Override
  public SharedRegions sharedRegions() {
    return regions;
  }

  /** Does what a thread that has waited for long does now and then. */
  public void waitLong(Awaited what) {
    awaited = what;
    longIdleAction.run();
  }

  @Override
  public void setLongIdleAction(Runnable action) {
    longIdleAction = action;
  }

  @Override
  public Awaited awaited() {
    return awaited;
  }

  @Override
  public long awaitedNanos() {
    return 0;
  }

  @Override
  public long moves() {
    return 0;
  }

  @Override
  public WaitPolicy waitPolicy() {
    return WaitPolicy.forHost(2, 1);
  }

  @Override
  public Sleeper sleeper() {
    return new WokenByChanges();
  }

  /** Threads that wait do so in the network, not in a sleeper. */
  private final class WokenByChanges implements Sleeper {
    @Override
    public void prepare() {
      // Nobody needs to know.
    }

    @Override
    public long limitNanos() {
      return 0;
    }

    @Override
    public void sleep(long nanos) {
      // The limit is 0.
    }

    @Override
    public void end() {
      // It never began.
    }

    @Override
    public void wakeUp() {
      network.locked(() -> {});
    }

    @Override
    public String describe() {
      return "never sleeps";
    }
  }

  @Override
  public PmlCommunicator open(int contextId, int rank, int[] processes) {
    requireOpen();
    if (contextId < 0 || !openContexts.add(contextId)) {
      throw new IllegalStateException("context " + contextId + " is open already or negative");
    }
    return new LoopbackCommunicator(this, contextId, rank, processes.clone());
  }

  @Override
  public void close(PmlCommunicator communicator) {
    int context = ((LoopbackCommunicator) communicator).context();
    network.locked(
        () -> {
          if (network.isExpecting(process, context)) {
            throw new IllegalStateException("a receive is pending in context " + context);
          }
          if (!openContexts.remove(context)) {
            throw new IllegalStateException("context " + context + " is not open");
          }
        });
  }

  @Override
  public boolean progress() {
    requireOpen();
    // What other threads did under the lock becomes visible here.
    network.locked(() -> {});
    return runProgressables() != 0;
  }

  @Override
  public void await(PmlRequest request) {
    requireOpen();
    network.awaitUntil(
        "a request of process " + process,
        () -> {
          // They may send, which the lock that is held here allows: it is reentrant.
          runProgressables();
          return request.isComplete();
        });
  }

  @Override
  public void await(Awaited what, BooleanSupplier condition) {
    requireOpen();
    network.awaitUntil(
        "a condition of process " + process,
        () -> {
          runProgressables();
          return condition.getAsBoolean();
        });
  }

  @Override
  public boolean hasBufferedSends() {
    return bufferUsed != 0;
  }

  @Override
  public boolean watch(PmlRequest request, CompletionWatcher watcher, int number) {
    boolean[] watched = new boolean[1];
    network.locked(() -> watched[0] = request.watch(watcher, number));
    return watched[0];
  }

  @Override
  public void pollOrIdle(Awaited what) {
    requireOpen();
    network.idle();
    runProgressables();
  }

  @Override
  public void poll() {
    runProgressables();
  }

  @Override
  public void moved() {
    // It counts nothing.
  }

  @Override
  public void register(Progressable progressable) {
    List<Progressable> longer = new ArrayList<>(progressables);
    longer.add(progressable);
    progressables = longer;
  }

  @Override
  public void unregister(Progressable progressable) {
    List<Progressable> shorter = new ArrayList<>(progressables);
    shorter.remove(progressable);
    progressables = shorter;
  }

  private int runProgressables() {
    if (progressing) {
      return 0;
    }
    progressing = true;
    try {
      return progressables.stream().mapToInt(Progressable::progress).sum();
    } finally {
      progressing = false;
    }
  }

  @Override
  public void release(PmlRequest request) {
    if (!(request instanceof LoopbackRequest own)) {
      // Not a message: nobody has pooled it.
      return;
    }
    network.locked(
        () -> {
          if (!own.handedOut) {
            throw new IllegalStateException("a request was given back twice");
          }
          own.handedOut = false;
          handedOut.decrementAndGet();
          if (own.isComplete()) {
            pool.push(own);
          }
        });
  }

  @Override
  public void cancel(PmlRequest request, int generation) {
    if (!(request instanceof LoopbackRequest own)) {
      return;
    }
    network.locked(
        () -> {
          if (own.generation() == generation && network.withdraw(process, own)) {
            own.endCancelled();
          }
        });
  }

  @Override
  public void attachBuffer(long capacityBytes) {
    if (bufferCapacity != NO_BUFFER) {
      throw new IllegalStateException("a buffer is attached already");
    }
    bufferCapacity = capacityBytes;
  }

  @Override
  public void detachBuffer() {
    network.awaitUntil("buffered sends of process " + process, () -> bufferUsed == 0);
    bufferCapacity = NO_BUFFER;
  }

  @Override
  public String describe() {
    return "loopback process " + process;
  }

  @Override
  public List<ContextTraffic> traffic(List<Integer> first) {
    return List.of(new ContextTraffic(process, "awaited " + first, List.of()));
  }

  /** What was matched and not claimed. Under the lock. */
  Set<PmlMessage> unclaimed() {
    return unclaimed;
  }

  @Override
  public long variableThreshold() {
    return variableThreshold;
  }

  void rememberVariableThreshold(long thresholdBytes) {
    variableThreshold = thresholdBytes;
  }

  @Override
  public void discardUnclaimed() {
    List.copyOf(unclaimed).forEach(PmlMessage::discard);
  }

  @Override
  public void flush() {
    requireOpen();
  }

  @Override
  public void close() {
    requireOpen();
    closed = true;
  }

  /** Under the lock. */
  LoopbackRequest take(int context, int source, int tag) {
    requireOpen();
    if (!openContexts.contains(context)) {
      throw new IllegalStateException("context " + context + " is not open");
    }
    LoopbackRequest request = pool.isEmpty() ? new LoopbackRequest(buffers) : pool.pop();
    request.begin(context, source, tag);
    handedOut.incrementAndGet();
    taken.incrementAndGet();
    return request;
  }

  /** Under the lock: room for a buffered send. */
  long reserve(int lengthBytes) {
    long needed = lengthBytes + BUFFERED_OVERHEAD_BYTES;
    if (bufferUsed + needed > bufferCapacity) {
      throw new PmlException(
          PmlException.Reason.NO_BUFFER_SPACE,
          "a buffered send needs "
              + needed
              + " bytes; "
              + Math.max(0, bufferCapacity - bufferUsed)
              + " are free");
    }
    bufferUsed += needed;
    return needed;
  }

  /** Under the lock. */
  void giveBack(long reserved) {
    bufferUsed -= reserved;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed");
    }
  }
}
