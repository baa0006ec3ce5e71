package org.ob1j.btl.ucx.tag;

import java.nio.ByteBuffer;

/**
 * Receives that UCX matches, by their tokens: what to cancel each by, and its memory, which UCX
 * writes to. A table with open addressing, so that a receive allocates nothing.
 */
final class PostedTags {
  private static final long HASH = 0x9e3779b97f4a7c15L;

  private final long[] tokens;
  private final long[] handles;
  private final ByteBuffer[] memories;
  private final int shift;
  private int count;

  /** A table for so many at most. */
  PostedTags(int capacity) {
    int slots = Integer.highestOneBit(Math.max(2, 2 * capacity) - 1) << 1;
    tokens = new long[slots];
    handles = new long[slots];
    memories = new ByteBuffer[slots];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
  }

  int count() {
    return count;
  }

  private int home(long token) {
    return (int) (token * HASH >>> shift);
  }

  /** Where a token is, or would be put. */
  private int slot(long token) {
    int slot = home(token);
    while (memories[slot] != null && tokens[slot] != token) {
      slot = slot + 1 & tokens.length - 1;
    }
    return slot;
  }

  void put(long token, long handle, ByteBuffer memory) {
    int slot = slot(token);
    tokens[slot] = token;
    handles[slot] = handle;
    memories[slot] = memory;
    count++;
  }

  /** What to cancel a receive by; 0 if it has ended. */
  long handle(long token) {
    int slot = slot(token);
    return memories[slot] == null ? 0 : handles[slot];
  }

  /** False if there is none. */
  boolean remove(long token) {
    int hole = slot(token);
    if (memories[hole] == null) {
      return false;
    }
    count--;
    memories[hole] = null;
    // Those behind it that are not at home move up, or they would not be found.
    for (int next = hole + 1 & tokens.length - 1;
        memories[next] != null;
        next = next + 1 & tokens.length - 1) {
      int distance = next - home(tokens[next]) & tokens.length - 1;
      if (distance >= (next - hole & tokens.length - 1)) {
        tokens[hole] = tokens[next];
        handles[hole] = handles[next];
        memories[hole] = memories[next];
        memories[next] = null;
        hole = next;
      }
    }
    return true;
  }

  /** Does something with all. */
  void forEach(Action action) {
    for (int slot = 0; slot < tokens.length; slot++) {
      if (memories[slot] != null) {
        action.receive(handles[slot], tokens[slot]);
      }
    }
  }

  /** What is done with each receive. */
  interface Action {
    void receive(long handle, long token);
  }
}
