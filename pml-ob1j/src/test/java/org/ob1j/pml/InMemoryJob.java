package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.pml.dispatch.Arrivals;
import org.ob1j.pml.protocol.Requests;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.RankReporter;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * Ranks of a job in one JVM, each with an engine of its own, connected by a transport in memory and
 * driven by the thread of the test, so that the same seed gives the same events.
 */
public final class InMemoryJob implements AutoCloseable {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final List<Ob1Pml> engines = new ArrayList<>();
  private final List<PmlCommunicator> world = new ArrayList<>();

  public InMemoryJob(int size, InMemoryFabric fabric, ParameterSet parameters) {
    this(size, rank -> List.of(fabric.component()), parameters);
  }

  public InMemoryJob(
      int size, Function<Integer, List<BtlComponent>> components, ParameterSet parameters) {
    InMemoryModex modex = new InMemoryModex(size);
    List<Callable<Ob1Pml>> starts = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      JobControl control = new Control(new JobIdentity("test", rank, size, rank, size), modex);
      List<BtlComponent> ofRank = components.apply(rank);
      starts.add(() -> Ob1Component.start(control, parameters, ofRank, null));
    }
    startAll(starts);
    int[] processes = java.util.stream.IntStream.range(0, size).toArray();
    for (int rank = 0; rank < size; rank++) {
      world.add(engines.get(rank).open(0, rank, processes));
    }
  }

  private void startAll(List<Callable<Ob1Pml>> starts) {
    ExecutorService threads = Executors.newFixedThreadPool(starts.size());
    try {
      for (Future<Ob1Pml> start : threads.invokeAll(starts)) {
        engines.add(start.get());
      }
    } catch (InterruptedException | java.util.concurrent.ExecutionException failed) {
      throw new AssertionError("ranks did not start", failed);
    } finally {
      threads.shutdownNow();
    }
  }

  /** The engine of a rank. */
  public Pml pml(int rank) {
    return engines.get(rank);
  }

  /** What is under way in a rank. */
  public Requests requests(int rank) {
    return engines.get(rank).requests();
  }

  /** What a rank keeps. */
  public Arrivals arrivals(int rank) {
    return engines.get(rank).arrivals();
  }

  Ob1Pml engine(int rank) {
    return engines.get(rank);
  }

  public PmlCommunicator world(int rank) {
    return world.get(rank);
  }

  public void poll() {
    engines.forEach(Ob1Pml::progress);
  }

  /** Polls all ranks until something holds; fails with every rank's queues after a minute. */
  public void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      poll();
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain for " + what + "\n" + describe());
      }
    }
  }

  public String describe() {
    StringBuilder text = new StringBuilder();
    engines.forEach(engine -> text.append(engine.describe()));
    return text.toString();
  }

  @Override
  public void close() {
    engines.forEach(Ob1Pml::close);
  }

  record Control(JobIdentity identity, InMemoryModex shared) implements JobControl {
    @Override
    public Modex modex() {
      return shared.view(identity.rank());
    }

    @Override
    public byte[] secret() {
      return new byte[32];
    }

    @Override
    public void barrier() {
      modex().fence();
    }

    @Override
    public void barrierWhile(Runnable meanwhile, Runnable released) {
      barrier();
    }

    @Override
    public void abort(int code, String reason) {
      throw new AssertionError("aborted with " + code + ": " + reason);
    }

    @Override
    public void onReport(RankReporter reporter) {
      throw new UnsupportedOperationException("engines do not report by themselves");
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
