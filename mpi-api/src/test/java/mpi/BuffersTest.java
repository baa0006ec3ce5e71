package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuffersTest {
  @Test
  void shouldMakeDirectBuffersInNativeOrder() {
    List<Buffer> buffers =
        List.of(
            MPI.newByteBuffer(9),
            MPI.newCharBuffer(9),
            MPI.newShortBuffer(9),
            MPI.newIntBuffer(9),
            MPI.newLongBuffer(9),
            MPI.newFloatBuffer(9),
            MPI.newDoubleBuffer(9));
    for (Buffer buffer : buffers) {
      assertThat(buffer.isDirect()).isTrue();
      assertThat(buffer.capacity()).isEqualTo(9);
    }
    ByteOrder order = ByteOrder.nativeOrder();
    assertThat(MPI.newByteBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newCharBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newShortBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newIntBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newLongBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newFloatBuffer(1).order()).isEqualTo(order);
    assertThat(MPI.newDoubleBuffer(1).order()).isEqualTo(order);
  }

  @Test
  void shouldRefuseBuffersThatCannotBe() {
    assertThatThrownBy(() -> MPI.newByteBuffer(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MPI.newLongBuffer(300_000_000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a buffer of 300000000 elements would have 2400000000 bytes; it can have 2147483647");
  }

  @Test
  void shouldSliceArrays() {
    ByteBuffer bytes = MPI.slice(new byte[] {1, 2, 3}, 1);
    assertThat(bytes.capacity()).isEqualTo(2);
    assertThat(bytes.get(0)).isEqualTo((byte) 2);
    assertThat(bytes.arrayOffset()).isEqualTo(1);
    assertThat(bytes.order()).isEqualTo(ByteOrder.nativeOrder());
    char[] chars = {'a', 'b'};
    CharBuffer charSlice = MPI.slice(chars, 1);
    charSlice.put(0, 'z');
    assertThat(chars).containsExactly('a', 'z');
    assertThat(MPI.slice(new short[] {1, 2}, 1).get(0)).isEqualTo((short) 2);
    assertThat(MPI.slice(new int[] {1, 2}, 2).capacity()).isZero();
    assertThat(MPI.slice(new long[] {1, 2}, 0).get(1)).isEqualTo(2);
    assertThat(MPI.slice(new float[] {1, 2}, 1).get(0)).isEqualTo(2);
    assertThat(MPI.slice(new double[] {1, 2}, 1).get(0)).isEqualTo(2);
    assertThatThrownBy(() -> MPI.slice(new int[2], 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldSliceBuffersAndMoveTheParent() {
    ByteBuffer bytes = MPI.newByteBuffer(8).put(5, (byte) 77);
    bytes.position(7).limit(7);
    ByteBuffer slice = MPI.slice(bytes, 5);
    assertThat(slice.get(0)).isEqualTo((byte) 77);
    assertThat(slice.capacity()).isEqualTo(3);
    assertThat(slice.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(bytes.position()).isEqualTo(5);
    assertThat(bytes.limit()).isEqualTo(8);

    CharBuffer chars = MPI.slice(MPI.newCharBuffer(4).put(3, 'q'), 3);
    ShortBuffer shorts = MPI.slice(MPI.newShortBuffer(4).put(3, (short) 9), 3);
    IntBuffer ints = MPI.slice(MPI.newIntBuffer(4).put(3, 9), 3);
    LongBuffer longs = MPI.slice(MPI.newLongBuffer(4).put(3, 9), 3);
    FloatBuffer floats = MPI.slice(MPI.newFloatBuffer(4).put(3, 9), 3);
    DoubleBuffer doubles = MPI.slice(MPI.newDoubleBuffer(4).put(3, 9), 3);
    assertThat(chars.get(0)).isEqualTo('q');
    assertThat(shorts.get(0)).isEqualTo((short) 9);
    assertThat(ints.get(0)).isEqualTo(9);
    assertThat(longs.get(0)).isEqualTo(9);
    assertThat(floats.get(0)).isEqualTo(9);
    assertThat(doubles.get(0)).isEqualTo(9);
    assertThat(List.of(chars, shorts, ints, longs, floats, doubles))
        .allMatch(each -> each.capacity() == 1 && each.isDirect());
  }
}
