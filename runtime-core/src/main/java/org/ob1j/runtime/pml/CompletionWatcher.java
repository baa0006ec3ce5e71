package org.ob1j.runtime.pml;

/** Whoever waits for one of many requests: told of each that ends, it need not look at all. */
@FunctionalInterface
public interface CompletionWatcher {
  /**
   * A request is complete. Called in the middle of the engine's work: must be short and must not
   * use the engine.
   *
   * @param number what {@link PmlRequest#watch} was given
   */
  void completed(int number);
}
