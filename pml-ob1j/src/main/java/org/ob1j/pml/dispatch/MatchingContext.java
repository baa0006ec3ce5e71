package org.ob1j.pml.dispatch;

import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.protocol.Context;
import org.ob1j.pml.protocol.ReceiveRequest;

/** A communication context, as messages that arrive for it see it. */
public abstract class MatchingContext extends Context {
  private final MatchingEngine<ReceiveRequest, Arrival> matching;
  private final ReadyMisses readyMisses;

  /**
   * A context for which nothing has come.
   *
   * @param matching for as many sources as there are processes
   * @param readyMisses counts messages in ready mode that come too early
   */
  protected MatchingContext(
      int contextId,
      int rank,
      int[] processes,
      MatchingEngine<ReceiveRequest, Arrival> matching,
      ReadyMisses readyMisses) {
    super(contextId, rank, processes);
    this.matching = matching;
    this.readyMisses = readyMisses;
  }

  public final MatchingEngine<ReceiveRequest, Arrival> matching() {
    return matching;
  }

  /** Keeps a message for which no receive is posted. */
  public final void keepUnexpected(Arrival arrival) {
    readyMisses.unexpected(arrival, this);
    matching.addUnexpected(arrival);
  }

  @Override
  public final void end(ReceiveRequest request, boolean failed) {
    if (matching.cancel(request)) {
      matching.takeBack(request);
      if (failed) {
        request.fail();
      } else {
        request.finishCancelled();
      }
    }
  }

  // What is different where a transport matches tags

  /** True if no receive is ever posted elsewhere than in the matching engine. */
  protected boolean matchesHere() {
    return true;
  }

  /** Takes in a message that came by an offloaded lane before this context was open. */
  protected abstract void adopt(Arrival arrival);
}
