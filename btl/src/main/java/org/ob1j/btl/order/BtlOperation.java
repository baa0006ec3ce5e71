package org.ob1j.btl.order;

/** The kinds of operations among which an endpoint keeps order, or does not. */
public enum BtlOperation {
  SEND,
  PUT,
  GET,
  ATOMIC
}
