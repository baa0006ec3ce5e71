package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Steps;

/**
 * What a rank does in a collective over several hosts, in three parts, of which it may have none.
 * Each is prepared when the one before is done.
 *
 * <pre>
 *   hosts       {0 1 2}     {3 4 5}     {6 7 8}
 *   to leader    0 ◄ 1 2     3 ◄ 4 5     6 ◄ 7 8
 *   between      0 ◄───────► 3 ◄───────► 6
 *   from leader  0 ► 1 2     3 ► 4 5     6 ► 7 8
 * </pre>
 */
public abstract class HostPhases implements Steps {
  private static final int PHASES = 3;

  private int phase;

  @Override
  public final Algorithm next() {
    Algorithm part = null;
    while (part == null && phase < PHASES) {
      part = part(phase++);
    }
    if (part == null) {
      finish();
    }
    return part;
  }

  private Algorithm part(int number) {
    if (number == 0) {
      return toLeader();
    }
    return number == 1 ? betweenLeaders() : fromLeader();
  }

  /** The first part, within the host; null if this rank has none. */
  Algorithm toLeader() {
    return null;
  }

  /** The second part, between the leaders; null if this rank has none. */
  abstract Algorithm betweenLeaders();

  /** The third part, within the host; null if this rank has none. */
  Algorithm fromLeader() {
    return null;
  }

  /** All parts are done. */
  void finish() {
    // In most nothing is left to do.
  }

  /** Gives back what was taken from the workspace. */
  @Override
  public void end() {
    // Most have taken nothing.
  }
}
