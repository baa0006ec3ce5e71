package org.ob1j.runtime.progress;

/** Something that gets on with its work when polled, such as a transport. */
public interface Progressable {
  /**
   * Does what can be done without waiting, and runs the callbacks of what completed. Called by one
   * thread at a time and never from within itself.
   *
   * @return how many events were handled; 0 if there was nothing to do
   */
  int progress();

  /**
   * The process is going to sleep soon: from now on, whoever outside it brings something for this
   * to do rings the {@link Doorbell}. Called where progress is called, and perhaps again.
   */
  default void prepareSleep() {}

  /**
   * For how long this need not be polled, provided that what has been prepared wakes the process;
   * looks once more whether there is something to do.
   *
   * @return nanoseconds; 0 if it has to be polled
   */
  default long maxSleepNanos() {
    return Long.MAX_VALUE;
  }

  /** The process is awake: nobody needs to ring. */
  default void endSleep() {}
}
