package org.ob1j.btl.tcp;

import org.ob1j.btl.tcp.connection.ConnectionStage;

/**
 * The connections of a link that had traffic lately: they are read directly, at each poll at first
 * and at every eighth after a while, and then left to the selector. Those that are read at each
 * poll the selector does not watch.
 */
final class HotConnections {
  private static final int MAX_HOT = 4;

  /**
   * So many reads without success, and a hot connection is lazy: read at every eighth poll only.
   */
  private static final int EAGER_READS = 64;

  private static final int LAZY_POLL_MASK = 7;

  /** So many reads without success, and a connection is left to the selector. */
  private static final int COLD_AFTER_READS = 4_000;

  /**
   * After so many polls it is looked which connections are to be read less often. Seldom enough for
   * C2 to leave that out of the code of a poll, which is compiled before any has been silent long.
   */
  private static final int REVIEW_POLL_MASK = 255;

  private final PollPacer pacer;
  private final TcpEndpoint[] hot = new TcpEndpoint[MAX_HOT];
  private int count;
  private int polls;

  /**
   * None yet.
   *
   * @param pacer says when the selector has its turn: at once when a connection is left to it
   */
  HotConnections(PollPacer pacer) {
    this.pacer = pacer;
  }

  int count() {
    return count;
  }

  /** Reads those that have their turn; returns how many had something. */
  int read() {
    int events = 0;
    boolean lazyTurn = (++polls & LAZY_POLL_MASK) == 0;
    for (int i = 0; i < count; i++) {
      TcpEndpoint endpoint = hot[i];
      if (endpoint.lazy && !lazyTurn) {
        continue;
      }
      if (endpoint.poll() > 0) {
        readAgain(endpoint);
        events++;
      } else {
        endpoint.emptyPolls++;
      }
    }
    if ((polls & REVIEW_POLL_MASK) == 0) {
      review();
    }
    return events;
  }

  /** Those by which nothing has come for some time are read less often, or left to the selector. */
  private void review() {
    for (int i = count - 1; i >= 0; i--) {
      TcpEndpoint endpoint = hot[i];
      if (endpoint.lazy && endpoint.emptyPolls > COLD_AFTER_READS) {
        cool(i);
      } else if (endpoint.emptyPolls >= EAGER_READS && !endpoint.lazy) {
        endpoint.lazy = true;
        endpoint.watchInSelector(true);
      }
    }
  }

  /** Something has come by a hot connection: from now on it is read at every poll. */
  private static void readAgain(TcpEndpoint endpoint) {
    if (endpoint.lazy) {
      endpoint.lazy = false;
      endpoint.watchInSelector(false);
    }
    endpoint.emptyPolls = 0;
  }

  /** The selector has found something by a connection. */
  void found(TcpEndpoint endpoint) {
    add(endpoint);
    if (endpoint.hot) {
      readAgain(endpoint);
    }
  }

  /** Takes a connection in if there is room, or one that is read at every eighth poll. */
  void add(TcpEndpoint endpoint) {
    if (endpoint.hot || endpoint.stage() != ConnectionStage.OPEN) {
      return;
    }
    if (count == MAX_HOT) {
      for (int i = 0; i < count; i++) {
        if (hot[i].lazy) {
          cool(i);
          break;
        }
      }
    }
    if (count < MAX_HOT) {
      endpoint.hot = true;
      endpoint.lazy = false;
      endpoint.emptyPolls = 0;
      endpoint.watchInSelector(false);
      hot[count++] = endpoint;
    }
  }

  /** A connection has ended. */
  void remove(TcpEndpoint endpoint) {
    for (int i = 0; i < count; i++) {
      if (hot[i] == endpoint) {
        cool(i);
      }
    }
  }

  private void cool(int index) {
    hot[index].hot = false;
    hot[index] = hot[--count];
    hot[count] = null;
    pacer.hurry();
  }
}
