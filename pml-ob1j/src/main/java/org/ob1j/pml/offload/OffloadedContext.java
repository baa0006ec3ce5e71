package org.ob1j.pml.offload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.match.UnexpectedMessage;

/**
 * A communication context some lanes of which are offloaded, and its receives that are held back.
 */
public abstract class OffloadedContext<R extends PostedReceive, U extends UnexpectedMessage> {
  /** How far along the receives that are held back one is looked for that may go. */
  private static final int MAX_LOOK = 64;

  private static final int LEAST_SWEEP = 128;

  /** What to do with a receive. */
  public enum Place {
    /** It may be given to the transport. */
    TRANSPORT,
    /**
     * Messages by the transport match it, and others too: it stays here, and others wait for it.
     */
    SOFTWARE,
    /** No message that the transport matches is for it. */
    ELSEWHERE
  }

  /** In the order of posting. Some may have been matched or cancelled meanwhile. */
  private final ArrayDeque<Shadow<R, U>> held = new ArrayDeque<>();

  /** How many there are when those are looked for that are over. */
  private int nextSweep = LEAST_SWEEP;

  /** Of those, during a refill, the ones that cannot go. */
  private final List<Shadow<R, U>> staying = new ArrayList<>();

  /** The context's id, which fits a {@link LaneTag}. */
  public abstract int contextId();

  public abstract MatchingEngine<R, U> matching();

  /** Where receives from this source, which may be a wildcard, go. */
  public abstract Place placeOf(int source);

  /** Forgets those that are not pending any more, too, once they may be half of all. */
  void hold(Shadow<R, U> shadow, TagOffload<R, U> offload) {
    held.add(shadow);
    if (held.size() >= nextSweep) {
      held.removeIf(each -> forgetIfOver(each, offload));
      nextSweep = Math.max(LEAST_SWEEP, 2 * held.size());
    }
  }

  private boolean forgetIfOver(Shadow<R, U> shadow, TagOffload<R, U> offload) {
    boolean over = !shadow.isPending();
    if (over) {
      offload.free(shadow);
    }
    return over;
  }

  void forgetHeld(TagOffload<R, U> offload) {
    while (!held.isEmpty()) {
      offload.free(held.poll());
    }
  }

  /** True if nothing is held back; forgets what is not pending any more. */
  boolean holdsNothing(TagOffload<R, U> offload) {
    while (!held.isEmpty() && !held.peek().isPending()) {
      offload.free(held.poll());
    }
    return held.isEmpty();
  }

  /** Gives the transport what it may have now; returns how many receives it has taken. */
  int refill(TagOffload<R, U> offload) {
    if (holdsNothing(offload) || offload.isFull()) {
      return 0;
    }
    int taken = 0;
    staying.clear();
    for (Iterator<Shadow<R, U>> each = held.iterator(); each.hasNext(); ) {
      Shadow<R, U> shadow = each.next();
      if (!shadow.isPending()) {
        each.remove();
        offload.free(shadow);
      } else if (!shadow.mayGo() || mustWait(offload.rules(), shadow, staying)) {
        staying.add(shadow);
        if (staying.size() == MAX_LOOK) {
          return taken;
        }
      } else {
        switch (offload.tryPost(shadow)) {
          case POSTED -> {
            each.remove();
            taken++;
          }
          case UNSUPPORTED -> {
            shadow.mustStay();
            staying.add(shadow);
          }
          default -> {
            return taken;
          }
        }
      }
    }
    return taken;
  }

  private static <R extends PostedReceive, U extends UnexpectedMessage> boolean mustWait(
      OffloadRules rules, Shadow<R, U> newer, List<Shadow<R, U>> older) {
    for (Shadow<R, U> each : older) {
      if (rules.mustWait(newer.receive(), each.receive())) {
        return true;
      }
    }
    return false;
  }
}
