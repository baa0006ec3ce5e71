package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.memory.Memory;

/** Blocks in buffers of every kind, at one distance and at uneven ones. */
class StridedBuffersTest {
  private static final int BLOCKS = 7;
  private static final int UNEVEN_BLOCKS = 400;
  private static final int GAP = 3;
  private static final int[] BLOCK_LENGTHS = {1, 2, 3, 8, 13, 16, 17, 64, 65, 128, 129, 600};

  /** How a buffer is made, and what its elements are. */
  record Kind(String name, PrimitiveType type, ByteOrder order, boolean array, boolean typed) {
    Object make(int elements) {
      if (array) {
        return Array.newInstance(elementClass(), elements);
      }
      ByteBuffer bytes = ByteBuffer.allocateDirect(elements * type.sizeBytes()).order(order);
      return typed ? view(bytes) : bytes;
    }

    private Class<?> elementClass() {
      return switch (type) {
        case BYTE -> byte.class;
        case BOOLEAN -> boolean.class;
        case CHAR -> char.class;
        case SHORT -> short.class;
        case INT -> int.class;
        case LONG -> long.class;
        case FLOAT -> float.class;
        case DOUBLE -> double.class;
      };
    }

    private Object view(ByteBuffer bytes) {
      return switch (type) {
        case CHAR -> bytes.asCharBuffer();
        case SHORT -> bytes.asShortBuffer();
        case INT -> bytes.asIntBuffer();
        case LONG -> bytes.asLongBuffer();
        case FLOAT -> bytes.asFloatBuffer();
        case DOUBLE -> bytes.asDoubleBuffer();
        default -> bytes;
      };
    }

    @Override
    public String toString() {
      return name + " of " + type + ", " + order;
    }
  }

  static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    for (PrimitiveType type : PrimitiveType.values()) {
      kinds.add(new Kind("array", type, ByteOrder.nativeOrder(), true, false));
      for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
        kinds.add(new Kind("direct bytes", type, order, false, false));
        kinds.add(new Kind("direct buffer", type, order, false, true));
      }
    }
    return kinds;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldCopyBlocksAndLeaveGaps(Kind kind) {
    for (int blockLength : BLOCK_LENGTHS) {
      int stride = blockLength + GAP;
      shouldCopy(
          kind,
          blockLength,
          IntStream.range(0, BLOCKS).map(block -> block * stride).toArray(),
          DerivedTypes.vector(
              BLOCKS, blockLength, (long) stride * kind.type.sizeBytes(), TypeMap.of(kind.type)));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void shouldCopyBlocksAtUnevenDistancesInTheirOrder(Kind kind) {
    for (int blockLength : BLOCK_LENGTHS) {
      int[] places = uneven(blockLength);
      int[] lengths = new int[places.length];
      Arrays.fill(lengths, blockLength);
      long[] displacements =
          Arrays.stream(places).mapToLong(place -> (long) place * kind.type.sizeBytes()).toArray();
      TypeMap type = DerivedTypes.indexed(lengths, displacements, TypeMap.of(kind.type));
      assertThat(type.runs().groups()).isEqualTo(1);
      assertThat(type.runs().isListed(0)).isTrue();
      shouldCopy(kind, blockLength, places, type);
    }
  }

  /** Neighbours change places. */
  private static int[] uneven(int blockLength) {
    int stride = blockLength + GAP;
    return IntStream.range(0, UNEVEN_BLOCKS)
        .map(block -> (block ^ 1) * stride + block % 3)
        .toArray();
  }

  private static void shouldCopy(Kind kind, int blockLength, int[] places, TypeMap type) {
    int elementBytes = kind.type.sizeBytes();
    int elements = Arrays.stream(places).max().getAsInt() + blockLength;
    TypeMap all = DerivedTypes.contiguous(elements, TypeMap.of(kind.type));
    byte[] pattern = pattern(kind.type, elements * elementBytes);
    byte[] blocks = new byte[places.length * blockLength * elementBytes];
    byte[] onlyBlocks = new byte[pattern.length];
    for (int block = 0; block < places.length; block++) {
      int at = places[block] * elementBytes;
      int bytes = blockLength * elementBytes;
      System.arraycopy(pattern, at, blocks, block * bytes, bytes);
      System.arraycopy(pattern, at, onlyBlocks, at, bytes);
    }

    Object buffer = kind.make(elements);
    write(buffer, all, pattern);
    assertThat(read(buffer, type)).as("packed blocks of %d", blockLength).isEqualTo(blocks);
    Object empty = kind.make(elements);
    write(empty, type, blocks);
    assertThat(read(empty, all)).as("unpacked blocks of %d", blockLength).isEqualTo(onlyBlocks);
  }

  private static byte[] pattern(PrimitiveType type, int length) {
    byte[] pattern = new byte[length];
    for (int i = 0; i < length; i++) {
      pattern[i] = (byte) (type == PrimitiveType.BOOLEAN ? 1 - i % 2 : i % 251 + 1);
    }
    return pattern;
  }

  private static void write(Object buffer, TypeMap type, byte[] message) {
    Memory memory = Memory.allocate(message.length);
    memory.bytes().put(0, message);
    Convertor convertor = new Convertor();
    convertor.prepare(buffer, 1, type);
    convertor.unpack(0, memory, 0, message.length);
  }

  private static byte[] read(Object buffer, TypeMap type) {
    Convertor convertor = new Convertor();
    convertor.prepare(buffer, 1, type);
    byte[] message = new byte[(int) convertor.lengthBytes()];
    Memory memory = Memory.allocate(message.length);
    convertor.pack(0, memory, 0, message.length);
    memory.bytes().get(0, message);
    return message;
  }

  @Test
  void shouldIgnoreALimitThatIsShorterThanTheExtentOfAType() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    buffer.put(0, (byte) 1).put(48, (byte) 4).limit(20);
    Memory packed = Memory.allocate(4);
    Convertor convertor = new Convertor();

    convertor.prepare(buffer, 1, DerivedTypes.vector(4, 1, 16, TypeMap.of(PrimitiveType.BYTE)));
    convertor.pack(0, packed, 0, 4);

    assertThat(packed.getInt(0)).isEqualTo(0x04000001);
  }
}
