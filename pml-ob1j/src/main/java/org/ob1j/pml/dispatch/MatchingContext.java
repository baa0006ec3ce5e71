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
   * @param readyMisses counts messages in ready mode that come too early
   */
  protected MatchingContext(int contextId, int rank, int[] processes, ReadyMisses readyMisses) {
    super(contextId, rank, processes);
    this.readyMisses = readyMisses;
    matching = new MatchingEngine<>(processes.length);
  }

  public final MatchingEngine<ReceiveRequest, Arrival> matching() {
    return matching;
  }

  /** Keeps a message for which no receive is posted. */
  public final void keepUnexpected(Arrival arrival) {
    readyMisses.unexpected(arrival, this);
    matching.addUnexpected(arrival);
  }

  /** Takes the posted receive that a message matches; null if there is none. */
  public final ReceiveRequest takePosted(int source, int tag) {
    ReceiveRequest receive = matching.takePosted(source, tag);
    if (receive != null) {
      takeBack(receive);
    }
    return receive;
  }

  /** Posts a receive for which there is no unexpected message. */
  protected void post(ReceiveRequest request) {
    matching.post(request);
  }

  @Override
  public final void end(ReceiveRequest request, boolean failed) {
    if (matching.cancel(request)) {
      takeBack(request);
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

  /**
   * A receive has been taken out of the matching engine: a transport must not match it any more.
   */
  protected void takeBack(ReceiveRequest receive) {
    // No transport has it.
  }

  /** Takes in a message that came by an offloaded lane before this context was open. */
  protected abstract void adopt(Arrival arrival);
}
