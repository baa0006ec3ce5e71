package org.ob1j.runtime.collective.shared;

import java.util.Locale;

/** The collectives that may go through shared memory. */
public enum CollectiveKind {
  BARRIER(false),
  BROADCAST(true),
  REDUCE(true),
  ALL_REDUCE(false),
  GATHER(true),
  SCATTER(true),
  ALL_GATHER(false),
  ALL_TO_ALL(false),
  REDUCE_SCATTER(false);

  private final boolean hasRoot;

  CollectiveKind(boolean hasRoot) {
    this.hasRoot = hasRoot;
  }

  boolean gathers() {
    return this == GATHER || this == ALL_GATHER;
  }

  boolean hasRoot() {
    return hasRoot;
  }

  /** For messages to the user. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
