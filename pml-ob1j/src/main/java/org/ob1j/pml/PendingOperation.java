package org.ob1j.pml;

/** Something that a busy transport has refused and that is tried again after progress. */
@FunctionalInterface
interface PendingOperation {
  /** Tries again; true if the transport has taken all there is to take now. */
  boolean attempt();
}
