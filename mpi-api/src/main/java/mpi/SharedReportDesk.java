package mpi;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReport.Activity;
import org.ob1j.runtime.job.RankReporter;
import org.ob1j.runtime.progress.WaitDescription;
import org.ob1j.runtime.threads.SynchronizedPml;

/**
 * Reports of a process in which several threads use the engine. Any thread may look into that, so
 * whoever asks writes the report.
 */
final class SharedReportDesk implements RankReporter {
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final SynchronizedPml pml;
  private final Thread main;
  private final boolean multiple;

  /**
   * @param level the thread level: with THREAD_MULTIPLE nobody knows all threads that may act
   */
  SharedReportDesk(SynchronizedPml pml, Thread main, int level) {
    this.pml = pml;
    this.main = main;
    this.multiple = level == MPI.THREAD_MULTIPLE;
  }

  @Override
  public long moves() {
    return pml.moves();
  }

  @Override
  public RankReport report() {
    SynchronizedPml.Snapshot snapshot;
    try {
      snapshot = pml.snapshot(PATIENCE_NANOS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      snapshot = null;
    }
    if (snapshot == null) {
      return RankReport.notWaiting(pml.moves(), "is busy in MPI\n" + ReportDesk.stackOf(main));
    }
    List<SynchronizedPml.Wait> waits = snapshot.waits();
    StringBuilder text = new StringBuilder();
    for (SynchronizedPml.Wait wait : waits) {
      text.append(
          String.format(
              Locale.ROOT,
              "thread %s waits in MPI since %.1f s for\n",
              wait.thread(),
              wait.seconds()));
      ReportDesk.list(wait.description().operations(), text);
    }
    if (waits.isEmpty()) {
      text.append("does not wait in MPI; ").append(ReportDesk.stackOf(main));
    }
    text.append(snapshot.queues());
    // Where no thread waits, perhaps nobody takes in what arrives.
    List<ContextTraffic> traffic = waits.isEmpty() ? List.of() : snapshot.traffic();
    if (multiple || waits.size() != 1) {
      return RankReport.notWaiting(pml.moves(), traffic, text.toString());
    }
    WaitDescription wait = waits.get(0).description();
    return new RankReport(
        Activity.WAITS, pml.moves(), wait.isAnyOne(), wait.processes(), traffic, text.toString());
  }
}
