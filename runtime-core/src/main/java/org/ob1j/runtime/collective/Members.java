package org.ob1j.runtime.collective;

/** Who takes part in a collective, as seen by one of them, and what it works with. */
record Members(int rank, int size, Workspace workspace) {}
