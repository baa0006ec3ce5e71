package org.ob1j.runtime.memory;

import org.ob1j.runtime.memory.SharedRegions.Region;

/** A region that a process has made and told all others of. */
public interface PublishedRegion {
  /** What others give to {@link SharedRegions#open}; 0, for all, if there is none. */
  long name();

  /** How long it is. */
  int lengthBytes();

  /** The region; null but in the process that has made it. */
  Region own();
}
