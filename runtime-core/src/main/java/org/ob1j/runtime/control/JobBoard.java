package org.ob1j.runtime.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.runtime.control.ledger.JobLedger;
import org.ob1j.runtime.control.ledger.ReportCollection;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.job.RankReport;

/**
 * Where the ranks of a job meet, on whatever hosts they are: serves the modex, releases fences and
 * barriers, asks for reports. There is one in mpirun; what ranks say comes from the {@link
 * ControlServer} of this host, and from the agents of others.
 *
 * <p>For any thread. The ledger of the job and the ways to its ranks are under one lock, so that
 * what is known of a rank and of its connection agrees; nothing is sent under it.
 */
public final class JobBoard implements RankMessages {
  private final ControlListener listener;
  private final ReportCollection reports = new ReportCollection();
  private final JobLedger ledger;
  private final RankPort[] ports;

  /** The board of a job of so many ranks; the listener is told what happens to them. */
  public JobBoard(int size, ControlListener listener) {
    this.listener = listener;
    ledger = new JobLedger(size);
    ports = new RankPort[size];
  }

  @Override
  public synchronized String register(int rank, ControlMessage.Register register) {
    return ledger.register(rank, register.size());
  }

  @Override
  public void joined(int rank, ControlMessage.Register register, RankPort port) {
    synchronized (this) {
      ports[rank] = port;
    }
    listener.registered(rank, register.processId());
  }

  @Override
  public void handle(int rank, ControlMessage message) throws ControlProtocolException {
    RankPort port = port(rank);
    if (message instanceof ControlMessage.Put put) {
      put(rank, put);
    } else if (message instanceof ControlMessage.Get get) {
      port.send(values(get));
    } else if (message instanceof ControlMessage.Arrive
        || message instanceof ControlMessage.ArriveInGroup) {
      for (Map.Entry<RankPort, ControlMessage> each : arrive(rank, message).entrySet()) {
        each.getKey().send(each.getValue());
      }
      checkWaits();
    } else if (message instanceof ControlMessage.Abort abort) {
      listener.aborted(rank, abort.code(), abort.reason());
      // The echo lets the rank end only after mpirun knows why.
      port.send(abort);
    } else if (message instanceof ControlMessage.ReportAnswer answer) {
      reports.answer(rank, answer);
    } else if (message instanceof ControlMessage.Bye) {
      leave(rank);
      listener.left(rank);
      port.send(new ControlMessage.ByeDone());
      checkWaits();
    } else {
      throw new ControlProtocolException(
          "it sent " + message.getClass().getSimpleName() + ", which is mpirun's to send");
    }
  }

  private synchronized RankPort port(int rank) throws ControlProtocolException {
    if (rank < 0 || rank >= ports.length || ports[rank] == null) {
      throw new ControlProtocolException("rank " + rank + " has not joined the job");
    }
    return ports[rank];
  }

  private synchronized void put(int rank, ControlMessage.Put put) throws ControlProtocolException {
    ledger.put(rank, put.key(), put.value());
  }

  private synchronized ControlMessage.Values values(ControlMessage.Get get)
      throws ControlProtocolException {
    return ledger.values(get);
  }

  /**
   * A rank has come to a gathering; what is to be sent to whom, which is nothing but at the end.
   */
  private synchronized Map<RankPort, ControlMessage> arrive(int rank, ControlMessage arrival)
      throws ControlProtocolException {
    Map<RankPort, ControlMessage> released = new HashMap<>();
    if (arrival instanceof ControlMessage.ArriveInGroup group) {
      ledger
          .arrive(rank, group)
          .forEach((r, n) -> released.put(ports[r], new ControlMessage.ReleaseOfGroup(n)));
    } else if (arrival instanceof ControlMessage.Arrive all && ledger.arrive(rank, all)) {
      ControlMessage release = new ControlMessage.Release(all.gathering(), all.sequence());
      for (RankPort each : registered()) {
        released.put(each, release);
      }
    }
    return released;
  }

  private synchronized void leave(int rank) {
    ledger.leave(rank);
  }

  @Override
  public void lost(int rank, String reason) {
    listener.lost(rank, reason);
  }

  @Override
  public void refused(String address, String reason) {
    listener.refused(address, reason);
  }

  /**
   * The end of a rank's process has been seen.
   *
   * @return whether the rank had joined the job and not left it
   */
  public synchronized boolean rankEnded(int rank) {
    return ledger.end(rank);
  }

  /** Tells the listener if ranks wait for one that has ended or left; see {@link #rankEnded}. */
  public void checkWaits() {
    String hopeless;
    synchronized (this) {
      hopeless = ledger.hopelessWait();
    }
    if (hopeless != null) {
      listener.hopeless(hopeless);
    }
  }

  /** True if a rank has left the job or its process has ended: nobody will hear of it again. */
  public synchronized boolean isGone(int rank) {
    return ledger.isGone(rank);
  }

  /** The ranks for which a rank waits in a barrier; empty if it does not wait in one. */
  public synchronized List<Integer> missingFromBarrierOf(int rank) {
    return ledger.missingFromBarrierOf(rank);
  }

  /**
   * Asks every registered rank for its report and waits for the answers.
   *
   * @return the answers that came in time, by rank
   */
  public Map<Integer, RankReport> collectReports(Duration timeout) throws InterruptedException {
    return collect(false, timeout);
  }

  /**
   * Asks every registered rank how often its polling has found something, and waits for the
   * answers. Costs ranks next to nothing.
   *
   * @return the answers that came in time, by rank
   */
  public Map<Integer, Long> collectMoves(Duration timeout) throws InterruptedException {
    Map<Integer, Long> moves = new TreeMap<>();
    collect(true, timeout).forEach((rank, report) -> moves.put(rank, report.moves()));
    return moves;
  }

  private Map<Integer, RankReport> collect(boolean movesOnly, Duration timeout)
      throws InterruptedException {
    List<RankPort> asked = registered();
    return reports.collect(
        asked.size(),
        request ->
            asked.forEach(port -> port.send(new ControlMessage.ReportRequest(request, movesOnly))),
        timeout);
  }

  /** The ways to the ranks that belong to the job. */
  private synchronized List<RankPort> registered() {
    List<RankPort> registered = new ArrayList<>();
    for (int rank = 0; rank < ports.length; rank++) {
      if (ports[rank] != null && ledger.isRegistered(rank)) {
        registered.add(ports[rank]);
      }
    }
    return registered;
  }
}
