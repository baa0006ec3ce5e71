package org.ob1j.btl;

/** What an atomic does to eight bytes of the peer's memory, read as a signed long. */
public enum AtomicOperation {
  ADD,
  AND,
  OR,
  XOR,
  SWAP,
  MIN,
  MAX,
  /** Stores the operand if the memory equals the comparand; always fetches. */
  COMPARE_AND_SWAP
}
