package org.ob1j.runtime.control;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.control.ledger.JobLedger;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * mpirun's connections: those of ranks and those of strangers, which have not registered. With the
 * ledger of the job under one lock, so that what is known of a rank and of its connection agrees.
 * For any thread.
 */
final class RankLinks {
  /** What a connection was that is given up. */
  enum Standing {
    STRANGER,
    MEMBER,
    /** Of a rank that has left the job or ended. */
    GONE,
    /** Given up before, or the server has closed. */
    OF_NO_INTEREST
  }

  private final JobLedger ledger;
  private final RankLink[] links;
  private final Deque<RankLink> strangers = new ArrayDeque<>();
  private boolean paused;
  private boolean closed;

  RankLinks(int size) {
    ledger = new JobLedger(size);
    links = new RankLink[size];
  }

  /**
   * One more that has not registered; the oldest, which it takes the place of, if they are many.
   */
  synchronized RankLink addStranger(RankLink link, int max) {
    RankLink crowdedOut = strangers.size() >= max ? strangers.poll() : null;
    strangers.add(link);
    return crowdedOut;
  }

  /** {@link #close} cannot know of a connection that was on its way between two collections. */
  synchronized void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the control server has closed");
    }
  }

  /** Why a connection's other side may not be this rank, or null if it may and now is. */
  synchronized String register(RankLink link, int rank, int theirSize) {
    String objection = ledger.register(rank, theirSize);
    strangers.remove(link);
    if (objection == null) {
      link.becomes(rank);
    }
    return objection;
  }

  /**
   * REGISTERED is the first answer, before heartbeats and report requests; and whoever has it is
   * known here. It is the first to be sent, so the socket takes it without waiting.
   */
  synchronized void welcome(RankLink link, ControlMessage.Registered answer) throws IOException {
    link.send(answer);
    links[link.rank()] = link;
    requireOpen();
  }

  /** See {@link JobLedger#put}. */
  synchronized void put(int rank, ControlMessage.Put put) throws ControlProtocolException {
    ledger.put(rank, put.key(), put.value());
  }

  /** See {@link JobLedger#values}. */
  synchronized ControlMessage.Values values(ControlMessage.Get get)
      throws ControlProtocolException {
    return ledger.values(get);
  }

  /**
   * A rank has come to a gathering; what is to be sent to whom, which is nothing but at the end.
   */
  synchronized Map<RankLink, ControlMessage> arrive(int rank, ControlMessage arrival)
      throws ControlProtocolException {
    Map<RankLink, ControlMessage> released = new HashMap<>();
    if (arrival instanceof ControlMessage.ArriveInGroup group) {
      ledger
          .arrive(rank, group)
          .forEach((r, n) -> released.put(links[r], new ControlMessage.ReleaseOfGroup(n)));
    } else if (arrival instanceof ControlMessage.Arrive all && ledger.arrive(rank, all)) {
      ControlMessage release = new ControlMessage.Release(all.gathering(), all.sequence());
      registered().forEach(link -> released.put(link, release));
    }
    return released;
  }

  /** See {@link JobLedger#leave}. */
  synchronized void leave(int rank) {
    ledger.leave(rank);
  }

  /** See {@link JobLedger#end}. */
  synchronized boolean end(int rank) {
    return ledger.end(rank);
  }

  /** See {@link JobLedger#hopelessWait}. */
  synchronized String hopelessWait() {
    return ledger.hopelessWait();
  }

  /** See {@link JobLedger#isGone}. */
  synchronized boolean isGone(int rank) {
    return ledger.isGone(rank);
  }

  /** See {@link JobLedger#missingFromBarrierOf}. */
  synchronized List<Integer> missingFromBarrierOf(int rank) {
    return ledger.missingFromBarrierOf(rank);
  }

  /** The connections of the ranks that belong to the job. */
  synchronized List<RankLink> registered() {
    List<RankLink> registered = new ArrayList<>();
    for (RankLink link : links) {
      if (link != null && ledger.isRegistered(link.rank())) {
        registered.add(link);
      }
    }
    return registered;
  }

  /** Gives a connection up, once. */
  synchronized Standing giveUp(RankLink link) {
    strangers.remove(link);
    if (closed || !link.markGivenUp()) {
      return Standing.OF_NO_INTEREST;
    }
    if (link.rank() < 0) {
      return Standing.STRANGER;
    }
    return ledger.isRegistered(link.rank()) ? Standing.MEMBER : Standing.GONE;
  }

  /** While paused nobody is silent; a silence from before has not been one. */
  synchronized void pause(boolean pause) {
    paused = pause;
    for (RankLink link : links) {
      if (link != null) {
        link.heard();
      }
    }
  }

  /** For so long nobody could be heard. */
  synchronized void discount(long nanos) {
    strangers.forEach(link -> link.discount(nanos));
    registered().forEach(link -> link.discount(nanos));
  }

  synchronized List<RankLink> slowStrangers(long limitNanos) {
    return strangers.stream().filter(link -> link.silentNanos() > limitNanos).toList();
  }

  synchronized List<RankLink> silentFor(long limitNanos) {
    return paused
        ? List.of()
        : registered().stream().filter(link -> link.silentNanos() > limitNanos).toList();
  }

  /** Waits, at most for so long; false if the server has closed. */
  synchronized boolean waitWhileOpen(long nanos) throws InterruptedException {
    if (!closed) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    return !closed;
  }

  /** Ends every wait here; what is to be closed. */
  synchronized List<RankLink> close() {
    closed = true;
    notifyAll();
    List<RankLink> open = new ArrayList<>(strangers);
    open.addAll(registered());
    return open;
  }
}
