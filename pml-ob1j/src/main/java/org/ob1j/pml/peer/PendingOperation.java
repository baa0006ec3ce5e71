package org.ob1j.pml.peer;

/** Something that a busy transport has refused and that is tried again after progress. */
@FunctionalInterface
public interface PendingOperation {
  /** Tries again; true if the transport has taken all there is to take now. */
  boolean attempt();
}
