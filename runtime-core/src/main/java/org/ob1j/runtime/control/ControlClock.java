package org.ob1j.runtime.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ob1j.runtime.control.message.ControlMessage;

/**
 * What mpirun's end of the control connections does as time passes: it sends heartbeats, finds
 * ranks that have fallen silent, and drops strangers that do not register. A thread of its own.
 */
final class ControlClock implements Runnable {
  /** Heartbeats missed until a rank counts as dead. */
  private static final int SILENT_INTERVALS = 3;

  private final RankLinks links;
  private final Duration heartbeat;
  private final Duration handshakeTimeout;

  /** With the interval of heartbeats, or zero, and the time that strangers have to register. */
  ControlClock(RankLinks links, Duration heartbeat, Duration handshakeTimeout) {
    this.links = links;
    this.heartbeat = heartbeat;
    this.handshakeTimeout = handshakeTimeout;
  }

  @Override
  public void run() {
    long intervalNanos = heartbeat.toNanos();
    long strangerNanos = handshakeTimeout.toNanos() / 2;
    long pauseNanos = intervalNanos == 0 ? strangerNanos : Math.min(intervalNanos, strangerNanos);
    long nextBeat = System.nanoTime() + intervalNanos;
    try {
      long before = System.nanoTime();
      while (links.waitWhileOpen(pauseNanos)) {
        long now = System.nanoTime();
        discount(now - before - pauseNanos, pauseNanos);
        before = now;
        dropSlowStrangers();
        if (intervalNanos > 0 && System.nanoTime() >= nextBeat) {
          nextBeat = System.nanoTime() + intervalNanos;
          sendHeartbeats();
          findSilentRanks(SILENT_INTERVALS * intervalNanos);
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ranks are frozen with mpirun, as a rule (a container that is paused, a virtual machine that is
   * moved), and nobody can be heard by one that is frozen.
   */
  private void discount(long oversleptNanos, long pauseNanos) {
    if (oversleptNanos > pauseNanos) {
      links.discount(oversleptNanos);
    }
  }

  private void dropSlowStrangers() {
    links
        .slowStrangers(handshakeTimeout.toNanos())
        .forEach(link -> link.lose("not registered after " + handshakeTimeout.toMillis() + " ms"));
  }

  void sendHeartbeats() {
    links.registered().forEach(link -> link.trySend(new ControlMessage.Heartbeat()));
  }

  private void findSilentRanks(long limitNanos) {
    long limitMillis = TimeUnit.NANOSECONDS.toMillis(limitNanos);
    links
        .silentFor(limitNanos)
        .forEach(link -> link.lose("no heartbeat for " + limitMillis + " ms"));
  }
}
