package org.ob1j.bml;

import org.ob1j.btl.BtlModule;

/** An upper layer that keeps something for a set of rails. Called outside the engine's polls. */
public interface RailsListener {
  /**
   * A module has been opened, by which no peer is reached yet.
   *
   * @param module also one of {@link Bml#modules}
   */
  void opened(BtlModule module);

  /**
   * A peer has another set of rails from now on.
   *
   * @param rails never empty
   */
  void changed(int rank, Rails rails);
}
