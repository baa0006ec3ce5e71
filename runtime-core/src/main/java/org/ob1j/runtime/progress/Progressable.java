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
}
