package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A job whose ranks are threads of one JVM. Abort throws {@link JobAborted}. */
public final class LoopbackJob implements JobControl, Modex {
  private static final int TIME_LIMIT_SECONDS = 30;

  private record Shared(
      CyclicBarrier barrier, Map<String, CyclicBarrier> groups, Map<String, byte[]> published) {}

  private final JobIdentity identity;
  private final Shared shared;
  private volatile RankReporter reporter;
  private volatile boolean closed;

  private LoopbackJob(JobIdentity identity, Shared shared) {
    this.identity = identity;
    this.shared = shared;
  }

  /** The ranks of a new job. */
  public static List<LoopbackJob> ofSize(int size) {
    return on(NodeMap.oneNode(size));
  }

  /** The same, as if they were on several nodes. */
  public static List<LoopbackJob> on(NodeMap nodes) {
    int size = nodes.size();
    Shared shared =
        new Shared(new CyclicBarrier(size), new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    List<LoopbackJob> ranks = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      JobIdentity identity =
          new JobIdentity(
              "loopback",
              rank,
              size,
              nodes.localRank(rank),
              nodes.localSize(nodes.nodeOf(rank)),
              1,
              false,
              List.of(size),
              nodes);
      ranks.add(new LoopbackJob(identity, shared));
    }
    return ranks;
  }

  @Override
  public JobIdentity identity() {
    return identity;
  }

  @Override
  public Modex modex() {
    return this;
  }

  @Override
  public byte[] secret() {
    return new byte[32];
  }

  @Override
  public void barrier() {
    await(shared.barrier());
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(TIME_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException failure) {
      throw new JobException("a rank did not come to the barrier", failure);
    }
  }

  @Override
  public void barrierWhile(Runnable meanwhile, Runnable released) {
    CompletableFuture<Void> release =
        CompletableFuture.runAsync(this::barrier, task -> new Thread(task).start());
    release.whenComplete((nothing, failure) -> released.run());
    while (!release.isDone()) {
      meanwhile.run();
    }
    release.join();
  }

  @Override
  public void abort(int code, String reason) {
    throw new JobAborted(code, reason);
  }

  @Override
  public void onReport(RankReporter newReporter) {
    reporter = newReporter;
  }

  /** What the launcher would be told. */
  public RankReport report() {
    return reporter.report();
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public void put(String key, byte[] value) {
    shared.published().put(identity.rank() + " " + key, value.clone());
  }

  @Override
  public void fence() {
    barrier();
  }

  @Override
  public void fence(int[] ranks) {
    String group = Arrays.toString(Arrays.stream(ranks).sorted().toArray());
    await(shared.groups().computeIfAbsent(group, g -> new CyclicBarrier(ranks.length)));
  }

  @Override
  public byte[] get(int rank, String key) {
    byte[] value = shared.published().get(rank + " " + key);
    return value == null ? null : value.clone();
  }
}
