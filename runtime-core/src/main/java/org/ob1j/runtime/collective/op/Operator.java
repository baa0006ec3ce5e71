package org.ob1j.runtime.collective.op;

import org.ob1j.runtime.datatype.PrimitiveType;

/** MPI's predefined reductions, on the basic types (MPI standard, "Predefined Operations"). */
public enum Operator {
  MAX(true),
  MIN(true),
  SUM(true),
  PROD(true),
  LAND(false),
  BAND(false),
  LOR(false),
  BOR(false),
  LXOR(false),
  BXOR(false);

  private final boolean onFractions;

  Operator(boolean onFractions) {
    this.onFractions = onFractions;
  }

  /** Whether MPI defines the operator on a type. Booleans count as unsigned bytes. */
  public boolean isDefinedOn(PrimitiveType type) {
    return onFractions || type != PrimitiveType.FLOAT && type != PrimitiveType.DOUBLE;
  }
}
