package org.ob1j.runtime.control;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.control.ledger.Membership;
import org.ob1j.runtime.control.message.ControlMessage;

/**
 * The connections of a host: those of ranks and those of strangers, which have not registered. With
 * what has become of these ranks under one lock, so that what is known of a rank and of its
 * connection agrees. For any thread.
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

  private final Membership members;
  private final RankLink[] links;
  private final Deque<RankLink> strangers = new ArrayDeque<>();
  private boolean paused;
  private boolean closed;

  RankLinks(int size) {
    members = new Membership(size);
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
    String objection = members.register(rank, theirSize);
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

  /** The rank leaves in good order; what its connection does from now on is of no interest. */
  synchronized void leave(int rank) {
    members.leave(rank);
  }

  /** See {@link Membership#end}. */
  synchronized boolean end(int rank) {
    return members.end(rank);
  }

  /** The connection of a rank that has joined; null if it has not. */
  synchronized RankLink of(int rank) {
    return links[rank];
  }

  /** The connections of the ranks that belong to the job. */
  synchronized List<RankLink> registered() {
    List<RankLink> registered = new ArrayList<>();
    for (RankLink link : links) {
      if (link != null && members.isRegistered(link.rank())) {
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
    return members.isRegistered(link.rank()) ? Standing.MEMBER : Standing.GONE;
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
