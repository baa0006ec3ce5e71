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
  REDUCE_SCATTER(false),
  ALL_GATHER_V(false),
  ALL_TO_ALL_V(false),
  SCATTER_V(true);

  private final boolean hasRoot;

  CollectiveKind(boolean hasRoot) {
    this.hasRoot = hasRoot;
  }

  boolean gathers() {
    return this == GATHER || this == ALL_GATHER;
  }

  /** Whether blocks may have different lengths, which not all ranks know. */
  public boolean isVariable() {
    return this == ALL_GATHER_V || this == ALL_TO_ALL_V || this == SCATTER_V;
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
