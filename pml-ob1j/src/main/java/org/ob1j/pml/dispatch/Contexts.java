package org.ob1j.pml.dispatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;

/**
 * The open communication contexts, by id, and what arrived for contexts that are not open yet: one
 * process may have created a communicator and sent on it before another has. That its id was that
 * of a context which has been closed since makes no difference: ids are used again.
 */
public final class Contexts {
  /** More ids than this would need more memory for the table than is reasonable. */
  static final int MAX_CONTEXT_ID = (1 << 24) - 1;

  /** Messages for contexts that never open come from a broken peer; this bounds their number. */
  private static final int MAX_HELD_MESSAGES = 1 << 18;

  private MatchingContext[] open = new MatchingContext[64];
  private final Map<Integer, List<Arrival>> held = new HashMap<>();
  private int heldCount;

  /** The open context of that id, or null. */
  public MatchingContext find(int contextId) {
    return contextId >= 0 && contextId < open.length ? open[contextId] : null;
  }

  /** Opens a context and returns what has been held for it, in the order of arrival. */
  public List<Arrival> open(MatchingContext communicator) {
    int contextId = communicator.contextId();
    if (contextId < 0 || contextId > MAX_CONTEXT_ID) {
      throw new IllegalArgumentException(
          "context id " + contextId + " is outside 0 to " + MAX_CONTEXT_ID);
    }
    if (find(contextId) != null) {
      throw new IllegalArgumentException("context id " + contextId + " is open already");
    }
    if (contextId >= open.length) {
      open = Arrays.copyOf(open, Integer.highestOneBit(contextId) << 1);
    }
    open[contextId] = communicator;
    return heldCount == 0 ? List.of() : takeHeld(contextId);
  }

  private List<Arrival> takeHeld(int contextId) {
    List<Arrival> arrivals = held.remove(contextId);
    heldCount -= arrivals == null ? 0 : arrivals.size();
    return arrivals == null ? List.of() : arrivals;
  }

  public void close(int contextId) {
    open[contextId] = null;
  }

  /** Makes sure that a message for a context that is not open can be held. */
  public void checkHoldable(int contextId) {
    if (contextId < 0 || contextId > MAX_CONTEXT_ID) {
      throw new FrameRejectedException(
          Rejection.BAD_CONTEXT, "context id " + contextId + " is outside 0 to " + MAX_CONTEXT_ID);
    }
    if (heldCount >= MAX_HELD_MESSAGES) {
      throw new FrameRejectedException(
          Rejection.BAD_CONTEXT,
          "context id "
              + contextId
              + " is not open, and "
              + heldCount
              + " messages for such contexts are held already");
    }
  }

  public void hold(Arrival arrival) {
    List<Arrival> arrivals = held.get(arrival.context);
    if (arrivals == null) {
      arrivals = new ArrayList<>();
      held.put(arrival.context, arrivals);
    }
    arrivals.add(arrival);
    heldCount++;
  }

  public int heldCount() {
    return heldCount;
  }

  public void forEach(Consumer<MatchingContext> action) {
    for (MatchingContext communicator : open) {
      if (communicator != null) {
        action.accept(communicator);
      }
    }
  }
}
