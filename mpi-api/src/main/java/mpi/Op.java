package mpi;

import org.ob1j.runtime.collective.op.ComplexReduction;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.collective.op.PredefinedReduction;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** A reduction operation (MPI standard, "Global Reduction Operations"). */
public final class Op implements Freeable {
  private final String name;

  /** Null for a user's operation, and for predefined ones that reductions do not take. */
  private final Operator operator;

  /** By the ordinal of the type; filled as needed. */
  private final Reduction[] onBasicTypes = new Reduction[PrimitiveType.values().length];

  private final boolean commutative;
  private final boolean predefined;

  /** Null for a predefined operation, and once a user's operation has been freed. */
  private UserFunction function;

  /** A predefined operation; without an operator, one that the collectives here do not take. */
  Op(String name, Operator operator) {
    this.name = name;
    this.operator = operator;
    predefined = true;
    commutative = true;
  }

  /**
   * Makes an operation of a function, which must be associative (MPI standard, MPI_Op_create).
   *
   * @param function combines elements
   * @param commute whether operands may change places; if not, they are combined in the order of
   *     the ranks
   */
  public Op(UserFunction function, boolean commute) {
    if (function == null) {
      throw MPI.raise("Op.Op", ErrorClass.OP, "the function is null");
    }
    this.function = function;
    name = function.getClass().getName();
    operator = null;
    predefined = false;
    commutative = commute;
  }

  /**
   * True if the operands may change places (MPI standard, MPI_Op_commutative). All predefined
   * operations answer true.
   */
  public boolean isCommutative() {
    return commutative;
  }

  /**
   * True if the operation has been freed (MPI standard, MPI_OP_NULL). Predefined operations never
   * are.
   */
  public boolean isNull() {
    return !predefined && function == null;
  }

  /**
   * Frees a user's operation (MPI standard, MPI_Op_free). Pending reductions with it are not
   * disturbed.
   *
   * @throws MPIException {@link MPI#ERR_OP} for a predefined operation
   */
  @Override
  public void free() throws MPIException {
    if (predefined) {
      throw MPI.raise("Op.free", ErrorClass.OP, name + " is predefined and cannot be freed");
    }
    function = null;
  }

  /** What is wrong with the operation on a datatype that is not null; null if it is right. */
  String objection(Datatype type) {
    if (isNull()) {
      return "the operation has been freed";
    }
    if (!predefined) {
      return objectionToUsers(type);
    }
    if (operator == null && !isOfPairs()) {
      return name + " is for one-sided operations only";
    }
    if (isDefinedOn(type)) {
      return null;
    }
    return isOfPairs()
        ? name + " needs pairs of a value and an index, and " + textOf(type) + " is not such a type"
        : name + " is not defined on " + textOf(type);
  }

  private boolean isOfPairs() {
    return this == MPI.MINLOC || this == MPI.MAXLOC;
  }

  private boolean isDefinedOn(Datatype type) {
    return switch (type.kind()) {
      case BASIC -> operator != null && operator.isDefinedOn(type.typeMap().baseType());
      case PAIR -> isOfPairs();
      case COMPLEX -> operator != null && ComplexReduction.isDefined(operator);
      case PACKED, DERIVED -> false;
    };
  }

  private static String textOf(Datatype type) {
    return type.getName().isEmpty() ? "a derived datatype" : type.getName();
  }

  /** The function gets arrays in which an element of the datatype has its extent, and no more. */
  private String objectionToUsers(Datatype type) {
    TypeMap map = type.typeMap();
    if (map.extentBytes() % map.baseType().sizeBytes() != 0) {
      return name + " cannot be used on a datatype whose extent is not one of its base type";
    }
    boolean inside = map.firstByte(1) >= 0 && map.endByte(1) <= map.extentBytes();
    return inside
        ? null
        : name + " cannot be used on a datatype whose data lies outside of its extent";
  }

  /**
   * What this operation has done before with a basic type, to which there was no objection then;
   * null otherwise.
   */
  Reduction knownReduction(Datatype type) {
    TypeMap map = type.typeMap();
    return map == null || type.kind() != DatatypeKind.BASIC
        ? null
        : onBasicTypes[map.baseType().ordinal()];
  }

  /** The operation on a datatype to which there is no objection. */
  Reduction reduction(Datatype type) {
    if (!predefined) {
      return new UserReduction(function, commutative, type);
    }
    PrimitiveType base = type.typeMap().baseType();
    return switch (type.kind()) {
      case PAIR -> Pairs.reduction(this == MPI.MINLOC, type);
      case COMPLEX -> new ComplexReduction(operator, base);
      default -> onBasicType(base);
    };
  }

  private Reduction onBasicType(PrimitiveType base) {
    Reduction known = onBasicTypes[base.ordinal()];
    if (known == null) {
      known = new PredefinedReduction(operator, base);
      onBasicTypes[base.ordinal()] = known;
    }
    return known;
  }
}
