package org.ob1j.runtime.progress;

/** Something that a thread waits for in the engine. */
@FunctionalInterface
public interface Awaited {
  /**
   * Says, for a report, what it is and which processes it takes. Called only by the thread that
   * waits, once the wait is long.
   */
  void describe(WaitDescription wait);

  /**
   * The process is to sleep soon: from now on whoever ends the wait wakes it. Called by the thread
   * that waits.
   *
   * @return false if nobody would
   */
  default boolean maySleep() {
    return true;
  }
}
