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
   * True if nothing is lost by sleeping at once: nobody else gets on faster if this thread does.
   */
  default boolean isPatient() {
    return false;
  }
}
