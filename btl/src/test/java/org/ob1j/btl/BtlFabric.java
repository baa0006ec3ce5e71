package org.ob1j.btl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.WaitPolicy;

/** N ranks that share one JVM and one transport. */
public final class BtlFabric implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;
  private static final AtomicInteger JOBS = new AtomicInteger();

  private final List<FabricRank> ranks = new ArrayList<>();

  private BtlFabric() {}

  /**
   * Initialises the transport once for each rank.
   *
   * @param parameters values of parameters, by name
   */
  public static BtlFabric open(
      int size, Supplier<BtlComponent> components, Map<String, String> parameters) {
    return open(size, components, parameters, (rank, receiver) -> receiver);
  }

  /**
   * The same.
   *
   * @param delivery whom a rank's transport delivers to, made from the rank and its receiver
   */
  public static BtlFabric open(
      int size,
      Supplier<BtlComponent> components,
      Map<String, String> parameters,
      BiFunction<Integer, VerifyingReceiver, BtlReceiver> delivery) {
    String jobId = "test" + ProcessHandle.current().pid() + "x" + JOBS.incrementAndGet();
    byte[] secret = jobId.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    InMemoryModex modex = new InMemoryModex(size);
    BtlFabric fabric = new BtlFabric();
    for (int rank = 0; rank < size; rank++) {
      VerifyingReceiver receiver = new VerifyingReceiver(rank);
      ProgressEngine engine = new ProgressEngine(WaitPolicy.forHost(size, 1));
      BtlContext context =
          new BtlContext(
              new JobIdentity(jobId, rank, size, rank, size),
              modex.view(rank),
              secret.clone(),
              ParameterSet.of(parameters),
              delivery.apply(rank, receiver),
              engine.doorbell());
      List<BtlModule> modules = components.get().initialise(context);
      fabric.ranks.add(new FabricRank(rank, modules, receiver, engine));
    }
    modex.publishAll();
    return fabric;
  }

  public int size() {
    return ranks.size();
  }

  public FabricRank rank(int rank) {
    return ranks.get(rank);
  }

  /** Polls all open ranks in turn, in the calling thread, until the condition holds. */
  public void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      progress();
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain for " + what + "\n" + describe());
      }
    }
  }

  /** Polls every open rank once. */
  public void progress() {
    for (FabricRank rank : ranks) {
      if (!rank.isClosed()) {
        rank.progress();
      }
    }
  }

  /** Sends one frame, polling all ranks while the transport is busy. */
  public void send(int from, int to, int headerBytes, int payloadBytes) {
    await(
        "rank " + from + " to send to rank " + to,
        () -> rank(from).trySend(to, headerBytes, payloadBytes));
  }

  /**
   * Runs a body for each rank in a thread of its own. A rank whose body has ended goes on polling
   * until all have: frames that a full socket did not take yet leave by progress only.
   */
  public void inThreads(Consumer<FabricRank> body) {
    ExecutorService threads = Executors.newFixedThreadPool(size());
    AtomicInteger running = new AtomicInteger(size());
    try {
      // In the order of their ends: the first failure makes the others wait in vain.
      ExecutorCompletionService<Void> ends = new ExecutorCompletionService<>(threads);
      for (FabricRank rank : ranks) {
        ends.submit(() -> runThenPoll(rank, body, running), null);
      }
      for (int i = 0; i < size(); i++) {
        Future<Void> end = ends.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (end == null) {
          throw new TimeoutException();
        }
        end.get();
      }
    } catch (TimeoutException tooLong) {
      throw new AssertionError("ranks in threads did not end\n" + describe(), tooLong);
    } catch (java.util.concurrent.ExecutionException failed) {
      throw new AssertionError(failed.getCause() + "\n" + describe(), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", interrupted);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void runThenPoll(
      FabricRank rank, Consumer<FabricRank> body, AtomicInteger running) {
    try {
      body.accept(rank);
    } finally {
      running.decrementAndGet();
    }
    while (running.get() > 0 && !Thread.currentThread().isInterrupted()) {
      rank.progress();
      Thread.yield();
    }
  }

  /** What all modules say, for the message of a failed test. */
  public String describe() {
    return ranks.stream().map(FabricRank::describe).collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    ranks.forEach(FabricRank::close);
  }
}
