package org.ob1j.runtime.control;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps what a server tells as lines. */
final class Recorder implements ControlListener {
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  BlockingQueue<String> told() {
    return told;
  }

  String nextTold() throws InterruptedException {
    return told.poll(20, TimeUnit.SECONDS);
  }

  /** The next that was told and begins so; what comes before is dropped. */
  String toldOf(String beginning) throws InterruptedException {
    String next = nextTold();
    while (next != null && !next.startsWith(beginning)) {
      next = nextTold();
    }
    return next;
  }

  @Override
  public void registered(int rank, long processId) {
    told.add("registered " + rank);
  }

  @Override
  public void left(int rank) {
    told.add("left " + rank);
  }

  @Override
  public void aborted(int rank, int code, String reason) {
    told.add("aborted " + rank + " " + code + " " + reason);
  }

  @Override
  public void lost(int rank, String reason) {
    told.add("lost " + rank + " " + reason);
  }

  @Override
  public void hopeless(String reason) {
    told.add("hopeless " + reason);
  }

  @Override
  public void refused(String address, String reason) {
    told.add("refused " + address + " " + reason);
  }
}
