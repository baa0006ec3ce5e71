package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Structures as users define them. */
class StructTest {
  /** A field of each kind. */
  private static final class Everything extends Struct {
    final int flag = addByte();
    final int letters = addChar(3);
    final int small = setOffset(8).addShort();
    final int counts = setOffset(12).addInt(2);
    final int total = setOffset(24).addLong();
    final int ratio = addFloat();
    final int mean = setOffset(40).addDouble();
    final int pair = addStruct(MPI.int2, 2);
    final int data = addData(MPI.SHORT, 4);

    @Override
    protected Data newData() {
      return new Data();
    }

    final class Data extends Struct.Data {
      void write(int seed) {
        putByte(flag, (byte) seed);
        for (int i = 0; i < 3; i++) {
          putChar(letters, i, (char) (seed + i));
        }
        putShort(small, (short) (seed + 3));
        putInt(counts, 0, seed + 4);
        putInt(counts, 1, seed + 5);
        putLong(total, seed + 6);
        putFloat(ratio, seed + 0.5f);
        putDouble(mean, seed + 0.25);
        Int2.Data second = getData(MPI.int2, pair, 1);
        second.putValue(seed + 7);
        second.putIndex(seed + 8);
        getBuffer(MPI.SHORT, data, 2).putShort(0, (short) (seed + 9));
      }

      void verify(int seed) {
        assertThat(getByte(flag)).isEqualTo((byte) seed);
        assertThat(getChar(letters)).isEqualTo((char) seed);
        assertThat(getChar(letters, 2)).isEqualTo((char) (seed + 2));
        assertThat(getShort(small)).isEqualTo((short) (seed + 3));
        assertThat(getInt(counts)).isEqualTo(seed + 4);
        assertThat(getInt(counts, 1)).isEqualTo(seed + 5);
        assertThat(getLong(total)).isEqualTo(seed + 6);
        assertThat(getFloat(ratio)).isEqualTo(seed + 0.5f);
        assertThat(getDouble(mean)).isEqualTo(seed + 0.25);
        Int2.Data second = getData(MPI.int2, pair, 1);
        assertThat(second.getValue()).isEqualTo(seed + 7);
        assertThat(second.getIndex()).isEqualTo(seed + 8);
        assertThat(getBuffer(MPI.SHORT, data).getShort(4)).isEqualTo((short) (seed + 9));
      }
    }
  }

  @Test
  void shouldSendStructures() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Everything struct = new Everything();
          int count = 5;
          if (comm.getRank() == 0) {
            byte[] array = new byte[count * struct.getExtent()];
            for (int i = 0; i < count; i++) {
              Everything.Data data = struct.getData(array, i);
              data.write(10 * i);
            }
            comm.send(array, count, struct.getType(), 1, 0);
          } else {
            ByteBuffer buffer = MPI.newByteBuffer(count * struct.getExtent());
            Status status = comm.recv(buffer, count, struct.getType(), 0, 0);
            assertThat(status.getCount(struct.getType())).isEqualTo(count);
            for (int i = 0; i < count; i++) {
              Everything.Data data = struct.getData(buffer, i);
              data.verify(10 * i);
            }
          }
        });
  }

  @Test
  void shouldPlaceFieldsBehindEachOther() {
    Everything struct = new Everything();
    assertThat(struct.flag).isZero();
    assertThat(struct.letters).isEqualTo(1);
    assertThat(struct.ratio).isEqualTo(32);
    assertThat(struct.pair).isEqualTo(48);
    assertThat(struct.data).isEqualTo(64);
    assertThat(struct.getExtent()).isEqualTo(72);
    assertThat(struct.getType().getSize()).isEqualTo(1 + 6 + 2 + 8 + 8 + 4 + 8 + 16 + 8);
  }

  @Test
  void shouldTakeNoMoreFieldsOnceInUse() {
    Everything struct = new Everything();
    assertThatThrownBy(() -> struct.setOffset(3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the fields before it end at byte 72");
    struct.getType();
    assertThatThrownBy(struct::addInt)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no field can be added");
  }

  @Test
  void shouldGiveMemoryOfAStructure() {
    Everything struct = new Everything();
    byte[] array = new byte[2 * struct.getExtent()];
    Everything.Data second = struct.getData(array, 1);
    second.write(1);
    Everything.Data again = struct.getData(second.getBuffer());
    again.verify(1);
  }

  @Test
  void shouldAssertThatFieldsAreOfTheirType() {
    Everything struct = new Everything();
    Everything.Data data = struct.getData(new byte[struct.getExtent()]);
    assertThatThrownBy(() -> data.getInt(struct.mean))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("of another type");
  }

  /** What the other structure has not. */
  private static final class Outer extends Struct {
    final int letter = addChar();
    final int pair = setOffset(4).addStruct(MPI.floatInt);
    final int data = addData(MPI.LONG_INT);

    @Override
    protected Data newData() {
      return new Data();
    }

    final class Data extends Struct.Data {
      void write(char one, float value, int index) {
        putChar(letter, one);
        FloatInt.Data inner = getData(MPI.floatInt, pair);
        inner.putValue(value);
        inner.putIndex(index);
      }
    }
  }

  @Test
  void shouldHoldOtherStructures() {
    Outer struct = new Outer();
    assertThat(List.of(struct.letter, struct.pair, struct.data)).containsExactly(0, 4, 12);
    byte[] array = new byte[28];
    Outer.Data data = struct.getData(array);
    data.write('x', 2.5f, 7);
    ByteBuffer memory = ByteBuffer.wrap(array).order(ByteOrder.nativeOrder());
    assertThat(memory.getChar(0)).isEqualTo('x');
    FloatInt.Data inner = MPI.floatInt.getData(memory.slice(4, 8).order(ByteOrder.nativeOrder()));
    assertThat(inner.getValue()).isEqualTo(2.5f);
    assertThat(inner.getIndex()).isEqualTo(7);
  }
}
