package org.ob1j.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.pml.CompletedSend;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.progress.Sleeper;
import org.ob1j.runtime.progress.WaitDescription;
import org.ob1j.runtime.progress.WaitPolicy;

/**
 * An engine for several threads at once: all calls may come from any thread. Calls that wait let
 * others in meanwhile.
 */
public final class SynchronizedPml implements Pml {
  /** A thread that waits, as reports name it. */
  public record Wait(String thread, double seconds, WaitDescription description) {}

  /**
   * The engine at one moment.
   *
   * @param waits what threads wait for
   * @param traffic what {@link #traffic} says
   * @param queues what {@link #describe} says
   */
  public record Snapshot(List<Wait> waits, List<ContextTraffic> traffic, String queues) {}

  private final Pml engine;
  private final SharedProgress progress;

  /** Takes over an engine, which nobody else uses from now on. */
  public SynchronizedPml(Pml engine) {
    this.engine = engine;
    this.progress = new SharedProgress(engine, engine.waitPolicy());
  }

  SharedProgress shared() {
    return progress;
  }

  /** Starts a thread that polls while no other does. */
  public AsynchronousProgress startAsynchronousProgress() {
    return AsynchronousProgress.start(progress);
  }

  @Override
  public PmlCommunicator open(int contextId, int rank, int[] processes) {
    progress.enter();
    try {
      return new SynchronizedCommunicator(this, engine.open(contextId, rank, processes), processes);
    } finally {
      progress.leave();
    }
  }

  @Override
  public BufferRoots buffers() {
    return engine.buffers();
  }

  @Override
  public void close(PmlCommunicator communicator) {
    inside(() -> engine.close(((SynchronizedCommunicator) communicator).inner()));
  }

  @Override
  public boolean progress() {
    boolean moved;
    progress.enter();
    try {
      moved = engine.progress();
    } finally {
      progress.leave();
    }
    if (!moved) {
      progress.makeWay();
    }
    return moved;
  }

  @Override
  public void await(PmlRequest request) {
    if (request.isComplete()) {
      return;
    }
    progress.enter();
    try {
      progress.await(request);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void await(Awaited awaited, BooleanSupplier condition) {
    progress.enter();
    try {
      progress.await(awaited, condition);
    } finally {
      progress.leave();
    }
  }

  @Override
  public boolean watch(PmlRequest request, CompletionWatcher watcher, int number) {
    progress.enter();
    try {
      return engine.watch(request, watcher, number);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void pollOrIdle(Awaited awaited) {
    progress.enter();
    try {
      engine.pollOrIdle(awaited);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void poll() {
    inside(engine::poll);
  }

  @Override
  public void moved() {
    inside(engine::moved);
  }

  @Override
  public void register(Progressable progressable) {
    inside(() -> engine.register(progressable));
  }

  @Override
  public void unregister(Progressable progressable) {
    inside(() -> engine.unregister(progressable));
  }

  @Override
  public void release(PmlRequest request) {
    if (request instanceof CompletedSend) {
      return;
    }
    progress.enter();
    try {
      engine.release(request);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void cancel(PmlRequest request, int generation) {
    progress.enter();
    try {
      engine.cancel(request, generation);
      progress.countLocalEvent();
    } finally {
      progress.leave();
    }
  }

  @Override
  public void attachBuffer(long capacityBytes) {
    inside(() -> engine.attachBuffer(capacityBytes));
  }

  @Override
  public void detachBuffer() {
    progress.enter();
    try {
      progress.await(
          wait -> wait.operation("buffered sends that have not left"),
          () -> !engine.hasBufferedSends());
      engine.detachBuffer();
    } finally {
      progress.leave();
    }
  }

  @Override
  public boolean hasBufferedSends() {
    progress.enter();
    try {
      return engine.hasBufferedSends();
    } finally {
      progress.leave();
    }
  }

  @Override
  public String describe() {
    progress.enter();
    try {
      return engine.describe();
    } finally {
      progress.leave();
    }
  }

  @Override
  public List<ContextTraffic> traffic(List<Integer> first) {
    progress.enter();
    try {
      return engine.traffic(first);
    } finally {
      progress.leave();
    }
  }

  /**
   * Looks into the engine, for reports. Whoever reports may be the one that brings what a thread
   * waits for that is busy in the engine, such as another rank's address, so it must not wait for
   * that thread without a limit.
   *
   * @param timeoutNanos how long to wait for a thread that is busy in the engine
   * @return null if one was busy for so long
   */
  public Snapshot snapshot(long timeoutNanos) throws InterruptedException {
    if (!progress.tryEnter(timeoutNanos)) {
      return null;
    }
    try {
      List<Wait> waits = new ArrayList<>();
      TreeSet<Integer> awaited = new TreeSet<>();
      for (Waiter waiter : progress.waiting()) {
        WaitDescription wait = WaitDescription.of(waiter.awaited());
        awaited.addAll(wait.processes());
        waits.add(new Wait(waiter.thread().getName(), waiter.waitedNanos() / 1e9, wait));
      }
      return new Snapshot(waits, engine.traffic(List.copyOf(awaited)), engine.describe());
    } finally {
      progress.leave();
    }
  }

  /** Not for this engine: {@link #snapshot} tells at any time. */
  @Override
  public void setLongIdleAction(Runnable action) {
    throw new UnsupportedOperationException("ask for the waits instead");
  }

  @Override
  public Awaited awaited() {
    return null;
  }

  @Override
  public long awaitedNanos() {
    return 0;
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

  /** Lets nobody else in meanwhile: at the end of MPI, where this belongs, there is nobody. */
  @Override
  public void flush() {
    inside(() -> engine.flush());
  }

  @Override
  public long variableThreshold() {
    return engine.variableThreshold();
  }

  @Override
  public void discardUnclaimed() {
    inside(() -> engine.discardUnclaimed());
  }

  @Override
  public void close() {
    inside(() -> engine.close());
  }

  /** For what is called seldom; the rest does without the object. */
  private void inside(Runnable action) {
    progress.enter();
    try {
      action.run();
    } finally {
      progress.leave();
    }
  }
}
