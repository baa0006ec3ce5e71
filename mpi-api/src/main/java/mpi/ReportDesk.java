package mpi;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.ob1j.runtime.pml.Pml;

/**
 * Reports of what this process waits for and what is in its queues. Those belong to the thread that
 * uses MPI, so that thread writes the report while it waits or polls; another only asks. A thread
 * that does not answer is not waiting in MPI, and the report says where it is instead.
 */
final class ReportDesk {
  /** A waiting thread looks for questions many times in this time, even on a crowded machine. */
  private static final long PATIENCE_MILLIS = 500;

  private static final int MAX_FRAMES = 20;

  private final Pml pml;
  private final Thread user;
  private final AtomicReference<CompletableFuture<String>> question = new AtomicReference<>();

  ReportDesk(Pml pml, Thread user) {
    this.pml = pml;
    this.user = user;
  }

  /** The thread that waits in the engine calls this now and then. */
  void answer() {
    CompletableFuture<String> asked = question.get();
    if (asked != null && question.compareAndSet(asked, null)) {
      asked.complete(inMpi());
    }
  }

  /** Asks for a report; for a thread that does not use MPI. */
  String ask() {
    CompletableFuture<String> asked = new CompletableFuture<>();
    question.set(asked);
    try {
      return asked.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException notWaiting) {
      question.compareAndSet(asked, null);
      return outsideMpi();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return outsideMpi();
    } catch (ExecutionException failed) {
      return "the report failed: " + failed.getCause();
    }
  }

  private String inMpi() {
    long nanos = pml.longIdleNanos();
    String how =
        nanos < 0
            ? "polls MPI"
            : String.format(Locale.ROOT, "waits in MPI since %.1f s", nanos / 1e9);
    String waits = pml.describeWaits();
    return how
        + (waits.isEmpty() ? ", with no operation of its own\n" : " for\n" + waits)
        + pml.describe();
  }

  private String outsideMpi() {
    StringBuilder text = new StringBuilder("does not wait in MPI; its thread ");
    text.append(user.getName()).append(" is at\n");
    StackTraceElement[] stack = user.getStackTrace();
    for (int i = 0; i < Math.min(stack.length, MAX_FRAMES); i++) {
      text.append("  ").append(stack[i]).append('\n');
    }
    return stack.length == 0 ? "has ended its main thread\n" : text.toString();
  }
}
