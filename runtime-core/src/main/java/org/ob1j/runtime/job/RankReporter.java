package org.ob1j.runtime.job;

/** Answers the launcher's questions about this rank. Called on a control thread at any time. */
public interface RankReporter {
  /** How often polling has found something so far. Answers at once. */
  long moves();

  /** What the rank is doing. May take a moment, if the rank is busy. */
  RankReport report();
}
