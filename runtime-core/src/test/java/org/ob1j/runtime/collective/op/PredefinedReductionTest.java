package org.ob1j.runtime.collective.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.datatype.PrimitiveType;

class PredefinedReductionTest {
  /** More than are moved at once to where both operands begin at one index. */
  private static final int COUNT = 2500;

  private static final int LENGTH = COUNT + 20;

  static Stream<Arguments> defined() {
    return Stream.of(Operator.values())
        .flatMap(
            operator ->
                Stream.of(PrimitiveType.values())
                    .filter(operator::isDefinedOn)
                    .map(type -> Arguments.of(operator, type)));
  }

  @ParameterizedTest
  @MethodSource("defined")
  void shouldGiveTheSameWhereverTheOperandsBegin(Operator operator, PrimitiveType type) {
    PredefinedReduction reduction = new PredefinedReduction(operator, type);
    Object first = operands(reduction.operandType(), 1);
    Object second = operands(reduction.operandType(), 2);
    Object expected = one(reduction, first, second);
    for (int[] at : new int[][] {{0, 0}, {3, 3}, {0, 5}, {7, 0}}) {
      Object left = moved(first, at[0]);
      Object right = moved(second, at[1]);
      reduction.apply(left, at[0], right, at[1], COUNT);
      assertThat(Arrays.asList(boxed(right)))
          .as("from %d and %d on, and nothing beside it", at[0], at[1])
          .isEqualTo(Arrays.asList(boxed(moved(expected, at[1]))));
      assertThat(boxed(left)).isEqualTo(boxed(moved(first, at[0])));
    }
  }

  @ParameterizedTest
  @CsvSource({"SUM, 9", "PROD, 14", "MAX, 7", "MIN, 2", "BAND, 2", "BOR, 7", "BXOR, 5", "LAND, 1"})
  void shouldCombineInts(Operator operator, int expected) {
    int[] second = {0, 7};
    new PredefinedReduction(operator, PrimitiveType.INT).apply(new int[] {2}, 0, second, 1, 1);
    assertThat(second).containsExactly(0, expected);
  }

  /** Element by element, which are each at the beginning of an array. */
  private static Object one(PredefinedReduction reduction, Object first, Object second) {
    Class<?> elements = first.getClass().getComponentType();
    Object all = Array.newInstance(elements, COUNT);
    for (int i = 0; i < COUNT; i++) {
      Object left = Array.newInstance(elements, 1);
      System.arraycopy(first, i, left, 0, 1);
      Object right = Array.newInstance(elements, 1);
      System.arraycopy(second, i, right, 0, 1);
      reduction.apply(left, 0, right, 0, 1);
      System.arraycopy(right, 0, all, i, 1);
    }
    return all;
  }

  /** The same in a longer array, with zeros around it. */
  private static Object moved(Object array, int index) {
    Object moved = Array.newInstance(array.getClass().getComponentType(), LENGTH);
    System.arraycopy(array, 0, moved, index, COUNT);
    return moved;
  }

  private static Object operands(PrimitiveType type, int seed) {
    Random random = new Random(seed);
    Object array =
        switch (type) {
          case BYTE -> new byte[COUNT];
          case CHAR -> new char[COUNT];
          case SHORT -> new short[COUNT];
          case INT -> new int[COUNT];
          case LONG -> new long[COUNT];
          case FLOAT -> new float[COUNT];
          case DOUBLE -> new double[COUNT];
          default -> throw new IllegalArgumentException("operands of type " + type);
        };
    for (int i = 0; i < COUNT; i++) {
      int number = random.nextInt(100);
      switch (type) {
        case BYTE -> Array.setByte(array, i, (byte) number);
        case CHAR -> Array.setChar(array, i, (char) number);
        case SHORT -> Array.setShort(array, i, (short) number);
        default -> Array.set(array, i, boxed(type, number));
      }
    }
    return array;
  }

  private static Object boxed(PrimitiveType type, int number) {
    return switch (type) {
      case INT -> number;
      case LONG -> (long) number;
      case FLOAT -> number / 3f;
      default -> number / 3.0;
    };
  }

  private static Object[] boxed(Object array) {
    Object[] all = new Object[Array.getLength(array)];
    Arrays.setAll(all, i -> Array.get(array, i));
    return all;
  }
}
