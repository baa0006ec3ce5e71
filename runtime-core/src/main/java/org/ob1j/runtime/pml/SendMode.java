package org.ob1j.runtime.pml;

/** MPI's send modes (MPI standard, "Communication Modes"). */
public enum SendMode {
  STANDARD,
  BUFFERED,
  SYNCHRONOUS,
  READY
}
