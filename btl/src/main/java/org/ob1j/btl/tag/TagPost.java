package org.ob1j.btl.tag;

/** What a transport answers when a receive is posted for {@link TagMatching}. */
public enum TagPost {
  /** The receive is on the list; events will tell its end. */
  POSTED,
  /** The list is full. There is room again after a receive has been consumed or cancelled. */
  NO_ROOM,
  /** Not this receive, now or later: its tag and mask, or its memory, are not possible. */
  UNSUPPORTED,
  /** Not now: a message is on its way up, or something is short. Ask again after progress. */
  RETRY
}
