package mpi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReport.Activity;
import org.ob1j.runtime.job.RankReporter;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * Reports of what this process waits for and what is in its queues. Those belong to the thread that
 * uses MPI, so that thread writes the report while it waits or polls; another only asks. Of a
 * thread that does not answer in time the report says where it is: in the program as a rule; in MPI
 * if an operation takes long, or if the host has no core for it.
 */
final class ReportDesk implements RankReporter, Runnable {
  /** A waiting thread looks for questions many times in this time, even on a crowded machine. */
  private static final long PATIENCE_MILLIS = 500;

  /** For one that has begun to answer, out of code that is new to the JVM; mpirun waits for 2 s. */
  private static final long WRITING_MILLIS = 1_200;

  private static final int MAX_FRAMES = 20;

  private static final int MAX_LISTED = 20;

  private final Pml pml;
  private final Thread user;
  private final AtomicReference<CompletableFuture<RankReport>> question = new AtomicReference<>();

  ReportDesk(Pml pml, Thread user) {
    this.pml = pml;
    this.user = user;
  }

  /** The thread that waits in the engine calls this now and then. */
  @Override
  public void run() {
    CompletableFuture<RankReport> asked = question.get();
    if (asked != null && question.compareAndSet(asked, null)) {
      asked.complete(inMpi());
    }
  }

  @Override
  public long moves() {
    return pml.moves();
  }

  @Override
  public RankReport report() {
    CompletableFuture<RankReport> asked = new CompletableFuture<>();
    question.set(asked);
    pml.sleeper().wakeUp();
    RankReport answer = answer(asked, PATIENCE_MILLIS);
    if (answer == null && !question.compareAndSet(asked, null)) {
      answer = answer(asked, WRITING_MILLIS);
    }
    return answer == null ? unanswered() : answer;
  }

  /** What the waiting thread says; null if it says nothing in time. */
  private RankReport answer(CompletableFuture<RankReport> asked, long millis) {
    try {
      return asked.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return null;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException failed) {
      return RankReport.notWaiting(pml.moves(), "the report failed: " + failed.getCause());
    }
  }

  private RankReport inMpi() {
    Awaited awaited = pml.awaited();
    if (awaited == null) {
      return RankReport.notWaiting(
          pml.moves(), pml.traffic(List.of()), "polls MPI\n" + pml.describe());
    }
    WaitDescription wait = WaitDescription.of(awaited);
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT, "waits in MPI since %.1f s for\n", pml.awaitedNanos() / 1e9));
    list(wait.operations(), text);
    return new RankReport(
        Activity.WAITS,
        pml.moves(),
        wait.isAnyOne(),
        wait.processes(),
        pml.traffic(wait.processes()),
        text.append(pml.describe()).toString());
  }

  private RankReport unanswered() {
    StackTraceElement[] stack = user.getStackTrace();
    String where =
        isInMpi(stack) ? "is busy in MPI and did not answer; " : "does not wait in MPI; ";
    return RankReport.notWaiting(pml.moves(), where + text(user, stack));
  }

  /** Whether a thread is in the engine, which no call of MPI leaves for long. */
  static boolean isInMpi(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .map(StackTraceElement::getClassName)
        .anyMatch(
            name ->
                name.startsWith("org.ob1j.pml.")
                    || name.startsWith("org.ob1j.runtime.collective."));
  }

  /** Where a thread is, in lines. */
  static String stackOf(Thread thread) {
    return text(thread, thread.getStackTrace());
  }

  private static String text(Thread thread, StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder("its thread ").append(thread.getName());
    text.append(stack.length == 0 ? " has ended\n" : " is at\n");
    for (int i = 0; i < Math.min(stack.length, MAX_FRAMES); i++) {
      text.append("  ").append(stack[i]).append('\n');
    }
    return text.toString();
  }

  /** Adds operations to a report, not too many of them. */
  static void list(List<String> operations, StringBuilder text) {
    operations.stream()
        .limit(MAX_LISTED)
        .forEach(operation -> text.append("  ").append(operation).append('\n'));
    if (operations.size() > MAX_LISTED) {
      text.append("  and ").append(operations.size() - MAX_LISTED).append(" more\n");
    }
  }
}
