package org.ob1j.launcher.stall;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ob1j.runtime.control.JobBoard;
import org.ob1j.runtime.job.ContextTraffic;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.job.RankReport.Activity;

/**
 * Notices that nothing moves any more: no rank's polling has found anything for a while, and some
 * rank waits. Reports each stall once, and once more if the cause is found later: a rank may have
 * been busy when it was asked first.
 */
public final class StallWatch implements AutoCloseable {
  /** How long ranks may take to answer. */
  public static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How often a stall's length is measured in it; a stall is noticed so much late at most. */
  private static final int CHECKS = 8;

  /** Told of stalls. */
  public interface Listener {
    /**
     * Nothing has moved for a while.
     *
     * @param first false if this stall has been told of before, without a cause
     * @param reports the ranks' reports
     * @param stall what they tell together
     */
    void stalled(boolean first, Map<Integer, RankReport> reports, Stall stall);
  }

  private final JobBoard board;
  private final int size;
  private final Duration limit;
  private final Listener listener;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "stall watch");
            thread.setDaemon(true);
            return thread;
          });
  private Map<Integer, Long> lastMoves = Map.of();

  /** Looks that found no move, not time: a job that is frozen as a whole does not stall. */
  private int stillLooks;

  private boolean reported;
  private boolean explained;

  public StallWatch(JobBoard board, int size, Duration limit, Listener listener) {
    this.board = board;
    this.size = size;
    this.limit = limit;
    this.listener = listener;
  }

  /** Watches until it is closed. */
  public void start() {
    long interval = limit.toNanos() / CHECKS;
    timer.scheduleWithFixedDelay(this::check, interval, interval, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private void check() {
    try {
      look();
    } catch (InterruptedException jobIsOver) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    Map<Integer, Long> moves = board.collectMoves(PATIENCE);
    if (!moves.equals(lastMoves)) {
      lastMoves = moves;
      stillLooks = 0;
      reported = false;
      explained = false;
    } else {
      stillLooks++;
      if (!explained && stillLooks >= CHECKS) {
        report();
      }
    }
  }

  /**
   * Ranks that all compute are no stall; whether they still do is looked at again later. Moves are
   * looked at once more after the reports: a message that was on its way between two of them has
   * arrived then.
   */
  private void report() throws InterruptedException {
    Map<Integer, RankReport> reports = board.collectReports(PATIENCE);
    boolean unchanged =
        board.collectMoves(PATIENCE).equals(lastMoves)
            && reports.entrySet().stream()
                .allMatch(
                    its -> lastMoves.getOrDefault(its.getKey(), -1L) == its.getValue().moves());
    boolean anyWaits =
        reports.values().stream().anyMatch(report -> report.activity() == Activity.WAITS);
    if (unchanged && anyWaits) {
      Set<Integer> gone =
          IntStream.range(0, size).filter(board::isGone).boxed().collect(Collectors.toSet());
      Map<Integer, List<ContextTraffic>> traffic = new TreeMap<>();
      reports.forEach((rank, report) -> traffic.put(rank, report.traffic()));
      Stall stall = Stall.of(waits(reports), gone, traffic);
      explained = !stall.describe().isEmpty();
      if (!reported || explained) {
        listener.stalled(!reported, reports, stall);
      }
      reported = true;
    }
    stillLooks = 0;
  }

  /** A rank in Finalize does not know who else is; the job's barrier does. */
  private Map<Integer, Deadlock.Wait> waits(Map<Integer, RankReport> reports) {
    Map<Integer, Deadlock.Wait> waits = new HashMap<>();
    reports.forEach(
        (rank, report) -> {
          List<Integer> awaited =
              report.awaited().isEmpty() ? board.missingFromBarrierOf(rank) : report.awaited();
          if (report.activity() == Activity.WAITS && !awaited.isEmpty()) {
            waits.put(rank, new Deadlock.Wait(report.anyOne(), awaited));
          }
        });
    return waits;
  }
}
