package org.ob1j.bml;

/** An upper layer that keeps something for a set of rails. Called outside the engine's polls. */
public interface RailsListener {
  /**
   * A peer has another set of rails from now on.
   *
   * @param rails never empty
   */
  void changed(int rank, Rails rails);

  /**
   * Asked before a rail is taken away, and before the first one becomes another.
   *
   * @return why it cannot be spared; null if it can
   */
  String whyNeeded(int rank, Rail rail);
}
