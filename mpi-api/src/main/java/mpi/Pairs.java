package mpi;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.collective.op.PairReduction;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** The datatypes of a value and an index: laid out as a structure in C (MPI standard, "MINLOC"). */
final class Pairs {
  private static final Map<PrimitiveType, TypeMap> LAYOUTS = new EnumMap<>(PrimitiveType.class);

  static {
    for (PrimitiveType value : PrimitiveType.values()) {
      LAYOUTS.put(
          value,
          DerivedTypes.structure(
              new int[] {1, 1},
              new long[] {0, indexOffset(value)},
              List.of(TypeMap.of(value), TypeMap.of(PrimitiveType.INT))));
    }
  }

  private Pairs() {}

  /** Where a value of that type and an int lie. Always the same object. */
  static TypeMap layoutOf(PrimitiveType value) {
    return LAYOUTS.get(value);
  }

  private static int indexOffset(PrimitiveType value) {
    return Math.max(value.sizeBytes(), Integer.BYTES);
  }

  /** The least or the greatest of pairs with a datatype of {@link DatatypeKind#PAIR}. */
  static PairReduction reduction(boolean least, Datatype pairs) {
    TypeMap layout = pairs.typeMap();
    for (Map.Entry<PrimitiveType, TypeMap> known : LAYOUTS.entrySet()) {
      if (known.getValue() == layout) {
        PrimitiveType value = known.getKey();
        int extent = Math.toIntExact(layout.extentBytes());
        return new PairReduction(least, value, indexOffset(value), extent);
      }
    }
    throw new IllegalArgumentException(pairs.getName() + " is not a pair of a value and an index");
  }
}
