package org.ob1j.runtime.pml;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Runs ranks as threads. */
public final class LoopbackRanks {
  private static final int TIME_LIMIT_SECONDS = 60;

  private LoopbackRanks() {}

  /** Runs an action for each rank, at the same time; throws what the first of them threw. */
  public static void run(int ranks, IntConsumer action) {
    ExecutorService threads = Executors.newFixedThreadPool(ranks);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        int own = rank;
        running.add(threads.submit(() -> action.accept(own)));
      }
      for (Future<?> each : running) {
        each.get(TIME_LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    } catch (ExecutionException failure) {
      throw rethrown(failure.getCause());
    } catch (InterruptedException | java.util.concurrent.TimeoutException failure) {
      throw new IllegalStateException("ranks did not end", failure);
    } finally {
      threads.shutdownNow();
    }
  }

  private static RuntimeException rethrown(Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(cause);
  }
}
