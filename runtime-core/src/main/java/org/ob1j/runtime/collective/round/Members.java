package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.collective.buffer.Workspace;

/** Who takes part in a collective, as seen by one of them, and what it works with. */
public record Members(int rank, int size, Workspace workspace) {}
