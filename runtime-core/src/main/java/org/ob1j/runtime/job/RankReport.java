package org.ob1j.runtime.job;

import java.util.List;

/**
 * What a rank is doing.
 *
 * @param activity whether it waits
 * @param moves how often its polling has found something so far
 * @param anyOne whether any one of the awaited ranks can end the wait; false: all are needed
 * @param awaited the ranks without which the wait cannot end; empty if nobody knows, or if the rank
 *     does not wait
 * @param traffic what it has exchanged with others; empty if it does not look for messages now, or
 *     if nobody knows
 * @param text all this, and what is in its queues, for the user
 */
public record RankReport(
    Activity activity,
    long moves,
    boolean anyOne,
    List<Integer> awaited,
    List<ContextTraffic> traffic,
    String text) {
  /** Whether a rank waits. */
  public enum Activity {
    /** It may go on by itself: it computes, or polls between other things. */
    GOES_ON,
    /** It waits for others. */
    WAITS
  }

  /** The report of a rank that does not wait. */
  public static RankReport notWaiting(long moves, String text) {
    return notWaiting(moves, List.of(), text);
  }

  /** The report of a rank that does not wait, but looks for messages. */
  public static RankReport notWaiting(long moves, List<ContextTraffic> traffic, String text) {
    return new RankReport(Activity.GOES_ON, moves, false, List.of(), traffic, text);
  }
}
