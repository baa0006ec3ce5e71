package org.ob1j.runtime.collective.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.datatype.PrimitiveType;

class WorkspaceTest {
  private static final int BYTES = 64;

  private final Workspace workspace = new Workspace(null);

  private static Arguments kind(String name, Function<ByteBuffer, Buffer> view, Object array) {
    return Arguments.of(name, view, array);
  }

  static Stream<Arguments> kinds() {
    return Stream.of(
        kind("bytes", ByteBuffer::duplicate, new byte[BYTES]),
        kind("chars", ByteBuffer::asCharBuffer, new char[BYTES / 2]),
        kind("shorts", ByteBuffer::asShortBuffer, new short[BYTES / 2]),
        kind("ints", ByteBuffer::asIntBuffer, new int[BYTES / 4]),
        kind("longs", ByteBuffer::asLongBuffer, new long[BYTES / 8]),
        kind("floats", ByteBuffer::asFloatBuffer, new float[BYTES / 4]),
        kind("doubles", ByteBuffer::asDoubleBuffer, new double[BYTES / 8]));
  }

  private static ByteBuffer direct() {
    return ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer filled() {
    ByteBuffer filled = direct();
    for (int i = 0; i < BYTES; i++) {
      filled.put(i, (byte) (i + 1));
    }
    return filled;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void shouldCopyBetweenBuffersAndArraysWhateverTheLimit(
      String name, Function<ByteBuffer, Buffer> view, Object array) {
    ByteBuffer to = direct();
    workspace.copy(view.apply(filled()).limit(0), 8, array, 16, 24);
    workspace.copy(array, 16, view.apply(to).limit(1), 32, 24);
    for (int i = 0; i < BYTES; i++) {
      assertThat(to.get(i)).isEqualTo((byte) (i >= 32 && i < 56 ? i - 32 + 9 : 0));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void shouldCopyBetweenBuffersOfTheSameElements(
      String name, Function<ByteBuffer, Buffer> view, Object array) {
    ByteBuffer to = direct();
    workspace.copy(view.apply(filled()), 8, view.apply(to), 32, 24);
    assertThat(to.get(31)).isZero();
    assertThat(to.get(32)).isEqualTo((byte) 9);
    assertThat(to.get(55)).isEqualTo((byte) 32);
    assertThat(to.get(56)).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void shouldCopyBetweenArraysAndBuffersOfBytes(
      String name, Function<ByteBuffer, Buffer> view, Object array) {
    ByteBuffer to = direct();
    workspace.copy(filled().limit(0), 8, array, 16, 24);
    workspace.copy(array, 16, to.order(ByteOrder.BIG_ENDIAN), 32, 24);
    for (int i = 0; i < BYTES; i++) {
      assertThat(to.get(i)).isEqualTo((byte) (i >= 32 && i < 56 ? i - 32 + 9 : 0));
    }
  }

  @Test
  void shouldCopyMoreThanOnePieceBetweenArraysAndBuffersOfBytes() {
    int count = 50_000;
    ByteBuffer buffer = ByteBuffer.allocateDirect(4 * count + 4).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      buffer.putFloat(4 * i, i);
    }
    float[] array = new float[count + 1];
    workspace.copy(buffer, 0, array, 4, 4L * count);
    for (int i = 0; i < count; i++) {
      assertThat(array[i + 1]).isEqualTo(i);
    }
    workspace.copy(array, 0, buffer, 4, 4L * count);
    for (int i = 1; i < count; i++) {
      assertThat(buffer.getFloat(4 * i + 4)).isEqualTo(i - 1);
    }
  }

  @Test
  void shouldMoveMemoryAsItIsWhateverOrderBuffersShow() {
    ByteBuffer to = direct();
    workspace.copy(filled().order(ByteOrder.BIG_ENDIAN).asIntBuffer(), 4, to.asIntBuffer(), 8, 4);
    assertThat(to.get(8)).isEqualTo((byte) 5);
    assertThat(to.get(11)).isEqualTo((byte) 8);
    workspace.copy(filled(), 4, to.order(ByteOrder.BIG_ENDIAN).asDoubleBuffer(), 16, 8);
    assertThat(to.get(16)).isEqualTo((byte) 5);
    assertThat(to.get(23)).isEqualTo((byte) 12);
  }

  @Test
  void shouldCopyBetweenDifferentElements() {
    int[] ints = new int[4];
    workspace.copy(filled(), 1, ints, 3, 5);
    byte[] bytes = new byte[16];
    workspace.copy(ints, 0, bytes, 0, 16);
    assertThat(bytes).containsExactly(0, 0, 0, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void shouldUseArraysAgainThatAreLongEnough() {
    Object first = workspace.take(PrimitiveType.INT, 10);
    workspace.give(PrimitiveType.INT, first);
    assertThat(workspace.take(PrimitiveType.INT, 20)).isSameAs(first);
    workspace.give(PrimitiveType.INT, first);
    Object longer = workspace.take(PrimitiveType.INT, 1_000_000);
    assertThat(((int[]) longer).length).isGreaterThanOrEqualTo(1_000_000);
    workspace.give(PrimitiveType.INT, longer);
    assertThat(workspace.take(PrimitiveType.INT, 10)).isSameAs(longer);
  }
}
