package org.ob1j.runtime.job;

/**
 * Where ranks publish what others need to reach them, and look it up ("module exchange").
 *
 * <p>Served by mpirun's control server in a job, by memory in tests. Keys are short names such as
 * {@code btl.tcp}; values are opaque bytes of at most {@link #MAX_VALUE_BYTES}.
 */
public interface Modex {
  /** The longest value that can be published, in bytes. */
  int MAX_VALUE_BYTES = 64 * 1024;

  /**
   * Publishes a value under a key of this rank. Others see it soon; that they see it is sure after
   * a fence to which both have come.
   *
   * @throws IllegalArgumentException if the value is longer than {@link #MAX_VALUE_BYTES}
   */
  void put(String key, byte[] value);

  /**
   * Says that this rank has come to the next fence and has put what others need before it. The rank
   * may do other things before it waits there. One that does not say so comes with {@link #fence}.
   */
  default void arrive() {
    // Nobody waits less if a modex that is quick leaves it to the fence.
  }

  /**
   * Waits until every rank of the job has called it, or {@link #arrive}; after it, whatever any
   * rank put before is visible to all.
   *
   * @throws JobException if the job ends before every rank came
   */
  void fence();

  /**
   * The same for a group: waits until each of these ranks has called it with the same ones.
   *
   * @param ranks of the job, this one among them, in any order
   * @throws IllegalArgumentException if this rank is not among them, or one is outside the job
   * @throws JobException if the job ends before every rank of the group came
   */
  void fence(int[] ranks);

  /**
   * What a rank published under a key, or null if it has published nothing there yet: a later call
   * asks again, so that ranks may come later. The array belongs to the caller.
   *
   * @param rank a rank of the job, from 0
   */
  byte[] get(int rank, String key);
}
