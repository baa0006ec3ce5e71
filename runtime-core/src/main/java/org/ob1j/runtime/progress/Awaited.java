package org.ob1j.runtime.progress;

/** Something that a thread waits for in the engine, as reports name it. */
@FunctionalInterface
public interface Awaited {
  /**
   * Says what it is and which processes it takes. Called only by the thread that waits, once the
   * wait is long.
   */
  void describe(WaitDescription wait);
}
