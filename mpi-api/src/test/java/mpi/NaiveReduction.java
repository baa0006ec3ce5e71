package mpi;

import java.util.List;
import java.util.function.LongBinaryOperator;
import org.ob1j.runtime.datatype.PrimitiveType;

/** The operations, on one element at a time, seen as a long. */
final class NaiveReduction {
  /** Composes x → a x + b, with a and b in the halves of a long: the order matters. */
  private static final LongBinaryOperator COMPOSE =
      (first, second) -> {
        int slope = (int) (first >>> 32) * (int) (second >>> 32);
        int constant = (int) (first >>> 32) * (int) second + (int) first;
        return (long) slope << 32 | constant & 0xffffffffL;
      };

  /** A user's operation on longs that keeps the order of the ranks. */
  static final Op COMPOSITION = new Op(new Elementwise(COMPOSE), false);

  /** A user's operation on longs whose operands may change places. */
  static final Op USER_SUM = new Op(new Elementwise(Long::sum), true);

  private static final class Elementwise extends UserFunction {
    private final LongBinaryOperator operator;

    Elementwise(LongBinaryOperator operator) {
      this.operator = operator;
    }

    @Override
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
      long[] first = (long[]) inVec;
      long[] second = (long[]) inOutVec;
      int extent = datatype.getExtent();
      for (int i = 0; i < count * extent; i += extent) {
        second[i] = operator.applyAsLong(first[i], second[i]);
      }
    }
  }

  private NaiveReduction() {}

  /** The operations that are defined on a type. */
  static List<Op> on(Datatype type) {
    PrimitiveType base = type.typeMap().baseType();
    return switch (base) {
      case FLOAT, DOUBLE -> List.of(MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD);
      case BOOLEAN -> List.of(MPI.LAND, MPI.LOR, MPI.LXOR, MPI.BAND, MPI.BOR, MPI.BXOR, MPI.MAX);
      case LONG -> List.of(MPI.SUM, MPI.MIN, MPI.BXOR, MPI.LAND, USER_SUM, COMPOSITION);
      default ->
          List.of(
              MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.LAND, MPI.LOR, MPI.LXOR, MPI.BAND, MPI.BOR,
              MPI.BXOR);
    };
  }

  static boolean isUserDefined(Op op) {
    return op == USER_SUM || op == COMPOSITION;
  }

  static long combine(Op op, Datatype type, long first, long second) {
    long result;
    if (op == COMPOSITION) {
      result = COMPOSE.applyAsLong(first, second);
    } else if (op == MPI.MAX) {
      result = Math.max(first, second);
    } else if (op == MPI.MIN) {
      result = Math.min(first, second);
    } else if (op == MPI.SUM || op == USER_SUM) {
      result = first + second;
    } else if (op == MPI.PROD) {
      result = first * second;
    } else {
      result = combineBits(op, first, second);
    }
    return switch (type.typeMap().baseType()) {
      case BYTE, BOOLEAN -> result & 0xff;
      case CHAR -> (char) result;
      case SHORT -> (short) result;
      case INT -> (int) result;
      default -> result;
    };
  }

  private static long combineBits(Op op, long first, long second) {
    if (op == MPI.LAND) {
      return first != 0 && second != 0 ? 1 : 0;
    } else if (op == MPI.LOR) {
      return first != 0 || second != 0 ? 1 : 0;
    } else if (op == MPI.LXOR) {
      return first != 0 ^ second != 0 ? 1 : 0;
    } else if (op == MPI.BAND) {
      return first & second;
    } else if (op == MPI.BOR) {
      return first | second;
    }
    return first ^ second;
  }
}
