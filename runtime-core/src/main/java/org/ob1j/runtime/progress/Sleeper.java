package org.ob1j.runtime.progress;

/**
 * Lets the one thread of a process that waits for messages block until something comes.
 *
 * <pre>
 *   thread that waits                           others
 *     | polls in vain for long                    |
 *     | prepare(): whoever brings something       |
 *     |   rings from now on                       |
 *     | polls for {@link #GRACE_NANOS}: what came meanwhile    |
 *     |   was sent by somebody who did not know   |
 *     | limitNanos(): everything is looked at     |
 *     |   once more; 0: goes on polling           |
 *     | sleep(limit)                              |
 *     |   : blocked  &lt;------- ring, a channel, ---- | a message for this process
 *     |   :                   wakeUp()            |
 *     | end(), polls                              |
 * </pre>
 *
 * <p>Thread rules: {@link #wakeUp} is for any thread, {@link #sleep} for one at a time, which holds
 * no lock meanwhile. All else is for the thread that may poll. Others may use the engine while one
 * sleeps; whoever has polled or started anything wakes it afterwards, because what was prepared
 * need not hold any more.
 */
public interface Sleeper {
  /**
   * For so long after {@link #prepare} the thread goes on polling. A sender looks for the sleeper
   * without a fence between its message and the look, so its message may be seen that much later
   * than the look took place; and somebody who wakes a thread that has just fallen asleep pays for
   * it, and waits longer for the answer.
   */
  long GRACE_NANOS = 50_000;

  /** No sleep is longer, so that a lost ring is a delay. */
  long LONGEST_NANOS = 1_000_000_000;

  /** Has everybody told who may bring something for this process to do. */
  void prepare();

  /**
   * For how long the process can do without polling if it is woken by whatever comes.
   *
   * @return from 0, if there is something to do or something that does not wake, to {@link
   *     #LONGEST_NANOS}
   */
  long limitNanos();

  /**
   * Blocks until woken, for no longer than this. It may return earlier for no reason. An interrupt
   * of the thread ends it too, and stays pending.
   */
  void sleep(long nanos);

  /** The thread polls again; nobody needs to ring. */
  void end();

  /** Ends the sleep that is under way, or else the next one at once. */
  void wakeUp();

  /** How it has slept, for a report to the user. */
  String describe();
}
