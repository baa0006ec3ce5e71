package org.ob1j.btl.tcp;

import java.util.Arrays;

/**
 * The connections of a process that have something to write: one for all links, so that the parts
 * of a message that one link's poll hands to the others are gathered as its own are.
 */
final class PendingOutput {
  /** Connections whose socket is full are tried again a few at a time. */
  private static final int MAX_BLOCKED_WRITES = 4;

  private TcpEndpoint[] endpoints = new TcpEndpoint[16];
  private int count;
  private int rotations;
  private boolean polling;
  private boolean gathered;

  /** Takes a connection in, if it is not there yet. */
  void add(TcpEndpoint endpoint) {
    gathered |= polling;
    if (endpoint.dirty) {
      return;
    }
    if (count == endpoints.length) {
      endpoints = Arrays.copyOf(endpoints, 2 * count);
    }
    endpoint.dirty = true;
    endpoints[count++] = endpoint;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void beginPoll() {
    polling = true;
  }

  void endPoll() {
    polling = false;
  }

  /**
   * Whether a long payload may wait for others that follow at once, until the end of this poll. Not
   * outside of polls: the process may compute then, and not poll for long.
   */
  boolean isPolling() {
    return polling;
  }

  /** True if something has been queued within this poll since this was asked. */
  boolean takeGathered() {
    boolean was = gathered;
    gathered = false;
    return was;
  }

  /** True if one of them has more to do than wait for its socket. */
  boolean canWrite() {
    for (int i = 0; i < count; i++) {
      if (!endpoints[i].isBlocked()) {
        return true;
      }
    }
    return false;
  }

  /** Writes what sockets take; returns how many of them took something. */
  int write() {
    int events = 0;
    int blockedWrites = MAX_BLOCKED_WRITES;
    int i = 0;
    while (i < count) {
      TcpEndpoint endpoint = endpoints[i];
      if (!endpoint.isBlocked() || blockedWrites-- > 0) {
        events += endpoint.flush() > 0 ? 1 : 0;
      }
      if (endpoint.hasOutput()) {
        i++;
      } else {
        endpoint.dirty = false;
        endpoints[i] = endpoints[--count];
        endpoints[count] = null;
      }
    }
    if (count > MAX_BLOCKED_WRITES) {
      rotate();
    }
    return events;
  }

  /** Gives those behind a turn. */
  private void rotate() {
    for (int i = 0; i < MAX_BLOCKED_WRITES; i++) {
      int other = count - 1 - (rotations + i) % (count - i);
      TcpEndpoint endpoint = endpoints[i];
      endpoints[i] = endpoints[other];
      endpoints[other] = endpoint;
    }
    rotations = rotations + 1 & 0xffff;
  }
}
