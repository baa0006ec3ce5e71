package org.ob1j.runtime.control.ledger;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.job.RankReport;

/** Gathers the ranks' answers to report requests. One collection is under way at a time. */
public final class ReportCollection {
  private final Object oneAtATime = new Object();
  private final Object answers = new Object();
  private final Map<Integer, RankReport> reports = new TreeMap<>();
  private int request;

  /**
   * Asks and waits.
   *
   * @param count how many answers are complete
   * @param ask sends out a request of this number
   * @return the answers that came in time, by rank
   */
  public Map<Integer, RankReport> collect(int count, IntConsumer ask, Duration timeout)
      throws InterruptedException {
    synchronized (oneAtATime) {
      int current = begin();
      ask.accept(current);
      long deadline = System.nanoTime() + timeout.toNanos();
      synchronized (answers) {
        for (long left = timeout.toNanos(); reports.size() < count && left > 0; ) {
          TimeUnit.NANOSECONDS.timedWait(answers, left);
          left = deadline - System.nanoTime();
        }
        return new TreeMap<>(reports);
      }
    }
  }

  private int begin() {
    synchronized (answers) {
      reports.clear();
      return ++request;
    }
  }

  /** A rank has answered; answers to earlier requests are too late and of no interest. */
  public void answer(int rank, ControlMessage.ReportAnswer answer) {
    synchronized (answers) {
      if (answer.request() == request) {
        reports.put(rank, answer.report());
        answers.notifyAll();
      }
    }
  }
}
