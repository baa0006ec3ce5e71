package org.ob1j.launcher.agent.link;

import java.util.concurrent.Semaphore;

/**
 * How much of a stream may be under way: who writes faster than the other end takes it waits here,
 * and holds up nobody else.
 */
public final class Credit {
  private final int limitBytes;
  private final Semaphore bytes;

  public Credit(int limitBytes) {
    this.limitBytes = limitBytes;
    bytes = new Semaphore(limitBytes);
  }

  /** Waits until so much may be sent. */
  public void take(int lengthBytes) throws InterruptedException {
    bytes.acquire(Math.min(limitBytes, lengthBytes));
  }

  /** So much has been taken at the other end. */
  public void giveBack(int lengthBytes) {
    bytes.release(Math.min(limitBytes, lengthBytes));
  }

  /** Nobody takes anything any more: nobody waits from here on. */
  public void open() {
    bytes.release(Integer.MAX_VALUE / 2);
  }
}
