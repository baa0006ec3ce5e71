package org.ob1j.btl;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitPolicy;

/** One rank of a {@link BtlFabric}. Used by one thread at a time. */
public final class FabricRank {
  private static final long LIMIT_NANOS = 30_000_000_000L;

  private final int rank;
  private final List<BtlModule> modules;
  private final VerifyingReceiver receiver;
  private final ProgressEngine engine;
  private final Map<Integer, List<TestFrames.Noted>> sent = new HashMap<>();
  private final Map<Integer, Long> nextNumbers = new HashMap<>();
  private int pendingCompletions;
  private int ordering = RequestedOrder.DEFAULT;
  private boolean closed;

  /** A rank that never sleeps. */
  public FabricRank(int rank, List<BtlModule> modules, VerifyingReceiver receiver) {
    this(rank, modules, receiver, new ProgressEngine(WaitPolicy.forHost(1, 1)));
  }

  /**
   * @param engine whose doorbell the modules have been given
   */
  FabricRank(int rank, List<BtlModule> modules, VerifyingReceiver receiver, ProgressEngine engine) {
    this.engine = engine;
    modules.forEach(module -> engine.register(module.poller()));
    this.rank = rank;
    this.modules = modules;
    this.receiver = receiver;
  }

  public int rank() {
    return rank;
  }

  public VerifyingReceiver receiver() {
    return receiver;
  }

  public List<BtlModule> modules() {
    return modules;
  }

  /** How this rank sleeps. */
  Sleeper sleeper() {
    return engine.sleeper();
  }

  /** The endpoint to a peer through the first module that reaches it. */
  public BtlEndpoint endpoint(int peer) {
    for (BtlModule module : modules) {
      BtlEndpoint endpoint = module.endpoint(peer);
      if (endpoint != null) {
        return endpoint;
      }
    }
    throw new AssertionError("rank " + rank + " does not reach rank " + peer);
  }

  public BtlAttributes attributes(int peer) {
    return endpoint(peer).module().attributes();
  }

  /** Every frame sent to a peer, in order. */
  public List<TestFrames.Noted> sent(int peer) {
    return sent.computeIfAbsent(peer, key -> new ArrayList<>());
  }

  /** How many sends have neither ended at once nor by their completion. */
  public int pendingCompletions() {
    return pendingCompletions;
  }

  /** Sends the next frame to a peer with an order that is asked for; false if busy. */
  public boolean trySend(int peer, int headerBytes, int payloadBytes, int itsOrdering) {
    ordering = itsOrdering;
    boolean sent = trySend(peer, headerBytes, payloadBytes);
    ordering = RequestedOrder.DEFAULT;
    return sent;
  }

  /** Sends the next frame to a peer, immediately where that is possible; false if busy. */
  public boolean trySend(int peer, int headerBytes, int payloadBytes) {
    BtlAttributes attributes = attributes(peer);
    if (attributes.capabilities().sendsImmediately()
        && headerBytes + payloadBytes <= attributes.immediateLimit()) {
      return trySendImmediate(peer, headerBytes, payloadBytes);
    }
    return trySendWithCompletion(peer, headerBytes, payloadBytes);
  }

  public boolean trySendImmediate(int peer, int headerBytes, int payloadBytes) {
    BtlEndpoint endpoint = endpoint(peer);
    Frame frame = reserve(endpoint, headerBytes, payloadBytes);
    if (frame == null) {
      return false;
    }
    note(peer, headerBytes, payloadBytes);
    endpoint.sendImmediate(frame);
    return true;
  }

  public boolean trySendWithCompletion(int peer, int headerBytes, int payloadBytes) {
    BtlEndpoint endpoint = endpoint(peer);
    Frame frame = reserve(endpoint, headerBytes, payloadBytes);
    if (frame == null) {
      return false;
    }
    note(peer, headerBytes, payloadBytes);
    begin(completion -> endpoint.send(frame, completion), () -> {});
    return true;
  }

  public boolean trySendInPlace(int peer, int headerBytes, int payloadBytes) {
    BtlEndpoint endpoint = endpoint(peer);
    long seed = TestFrames.seed(rank, peer, nextNumber(peer));
    Frame frame = reserve(endpoint, headerBytes, 0);
    if (frame == null) {
      return false;
    }
    int offset = 16;
    ByteBuffer payload = ByteBuffer.allocateDirect(offset + payloadBytes);
    TestFrames.writePayload(payload, offset, payloadBytes, seed);
    note(peer, headerBytes, payloadBytes);
    // Once done, the memory is ours again: what the transport reads later would be wrong.
    Runnable reuse = () -> TestFrames.writePayload(payload, offset, payloadBytes, ~seed);
    begin(
        completion -> endpoint.sendInPlace(frame, payload, offset, payloadBytes, completion),
        reuse);
    return true;
  }

  /** Reserves and writes the next frame, or returns null if busy. */
  Frame reserve(BtlEndpoint endpoint, int headerBytes, int payloadBytes) {
    Frame frame = endpoint.reserve(headerBytes, payloadBytes, ordering);
    if (frame == null) {
      return null;
    }
    if (frame.headerBytes() != headerBytes || frame.payloadBytes() != payloadBytes) {
      throw new AssertionError("a frame of other lengths than those reserved");
    }
    long number = nextNumber(endpoint.peer());
    long seed = TestFrames.seed(rank, endpoint.peer(), number);
    TestFrames.writeHeader(frame.headerMemory(), frame.headerOffset(), headerBytes, number, seed);
    if (payloadBytes > 0) {
      TestFrames.writePayload(
          frame.payloadMemory().bytes(), frame.payloadOffset(), payloadBytes, seed);
    }
    return frame;
  }

  /** Polls every module once. */
  public int progress() {
    int events = 0;
    receiver.setInsideProgress(true);
    for (BtlModule module : modules) {
      events += module.poller().progress();
    }
    receiver.setInsideProgress(false);
    return events;
  }

  /** Polls this rank alone until the condition holds. */
  public void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      if (progress() == 0) {
        Thread.yield();
      }
      if (System.nanoTime() > deadline) {
        throw new AssertionError("rank " + rank + " waits in vain for " + what + "\n" + describe());
      }
    }
  }

  /** What the modules say, for the message of a failed test. */
  public String describe() {
    return modules.stream()
        .map(module -> "rank " + rank + ": " + module.describe())
        .collect(Collectors.joining("\n"));
  }

  /** Closes every module; a second call does nothing. */
  public void close() {
    if (!closed) {
      closed = true;
      modules.forEach(BtlModule::close);
      engine.close();
    }
  }

  boolean isClosed() {
    return closed;
  }

  private long nextNumber(int peer) {
    return nextNumbers.getOrDefault(peer, 0L);
  }

  private void note(int peer, int headerBytes, int payloadBytes) {
    long number = nextNumber(peer);
    nextNumbers.put(peer, number + 1);
    sent(peer).add(new TestFrames.Noted(number, headerBytes, payloadBytes));
  }

  private interface Operation {
    boolean start(BtlCompletion completion);
  }

  private void begin(Operation operation, Runnable afterwards) {
    pendingCompletions++;
    boolean[] ended = {false};
    boolean done =
        operation.start(
            (endpoint, result) -> {
              if (ended[0] || result != BtlResult.DONE) {
                receiver.errors().add("completion called again, or with " + result);
              }
              ended[0] = true;
              pendingCompletions--;
              afterwards.run();
            });
    if (done) {
      if (ended[0]) {
        receiver.errors().add("completion called although the send said that it is done");
      }
      ended[0] = true;
      pendingCompletions--;
      afterwards.run();
    }
  }
}
