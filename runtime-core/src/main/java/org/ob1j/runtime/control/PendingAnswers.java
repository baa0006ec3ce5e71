package org.ob1j.runtime.control;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.job.JobException;

/** What threads of a rank wait for from mpirun. For any thread. */
final class PendingAnswers {
  /** What a thread waits for; {@code number} tells several of a kind apart. */
  record Awaited(String what, int number) {
    // What a record has by itself is linked when it is first used, in the start of every rank.
    @Override
    public int hashCode() {
      return 31 * what.hashCode() + number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Awaited that && number == that.number && what.equals(that.what);
    }
  }

  private final Map<Awaited, CompletableFuture<ControlMessage>> waiting = new ConcurrentHashMap<>();

  /** Why nothing will come any more; null while something may. */
  private volatile String broken;

  /** Begins to wait, before it is asked for. */
  CompletableFuture<ControlMessage> await(Awaited awaited) {
    CompletableFuture<ControlMessage> future = new CompletableFuture<>();
    waiting.put(awaited, future);
    if (broken != null) {
      future.completeExceptionally(new JobException(broken));
    }
    return future;
  }

  /**
   * Waits.
   *
   * @throws JobException if it does not come any more
   */
  ControlMessage join(CompletableFuture<ControlMessage> future) {
    try {
      return future.join();
    } catch (CompletionException ended) {
      throw new JobException(String.valueOf(broken), ended.getCause());
    }
  }

  /** It has come, which somebody must have asked for. */
  void complete(Awaited awaited, ControlMessage message) throws ControlProtocolException {
    if (!completed(awaited, message)) {
      throw new ControlProtocolException("mpirun answers " + awaited + ", which nobody asked for");
    }
  }

  /** It has come; false if nobody waits for it. */
  boolean completed(Awaited awaited, ControlMessage message) {
    CompletableFuture<ControlMessage> future = waiting.remove(awaited);
    return future != null && future.complete(message);
  }

  /** Nothing will come any more; {@link #fail} tells those who wait. */
  void breakOff(String reason) {
    broken = reason;
  }

  /** Ends all waits, after {@link #breakOff}. */
  void fail() {
    String reason = broken;
    for (CompletableFuture<ControlMessage> future : waiting.values()) {
      future.completeExceptionally(new JobException(reason));
    }
  }
}
