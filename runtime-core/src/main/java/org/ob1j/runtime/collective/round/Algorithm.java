package org.ob1j.runtime.collective.round;

/**
 * One collective operation of one rank: what it does in each round. A round's messages are under
 * way at the same time; the next round begins when they have all come and gone. {@link
 * CollectiveDriver} carries out the rounds, waiting for each, or whenever the engine polls.
 *
 * <p>Arguments have been checked, and all ranks of the communicator make the same kind of algorithm
 * with arguments that agree.
 *
 * <p>It is an interface so that a class that makes some of them does not bring them all with it: of
 * a method that returns a class the JVM checks, as it loads the method, what it returns.
 */
public interface Algorithm {
  /**
   * Begins a round: posts its receives, then starts its sends. What came in the round before is
   * there.
   *
   * @param number 0, 1, 2 …
   * @return false if the operation is done; then nothing was begun
   */
  boolean begin(int number, Round round);

  /** What reports call it, such as "binomial broadcast". */
  String name();

  /** Gives back what was taken from the workspace. Called once, also if the operation failed. */
  default void release() {
    // Most have taken nothing.
  }
}
