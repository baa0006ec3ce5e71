package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.memory.Memory;

/** Blocks at one distance in buffers of every kind, and pieces of blocks. */
class StridedBuffersTest {
  private static final int BLOCKS = 7;
  private static final int GAP = 3;
  private static final int[] BLOCK_LENGTHS = {1, 2, 3, 8, 64, 65, 600};

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
    int elementBytes = kind.type.sizeBytes();
    for (int blockLength : BLOCK_LENGTHS) {
      int stride = blockLength + GAP;
      int elements = (BLOCKS - 1) * stride + blockLength;
      TypeMap all = DerivedTypes.contiguous(elements, TypeMap.of(kind.type));
      TypeMap vector =
          DerivedTypes.vector(
              BLOCKS, blockLength, (long) stride * elementBytes, TypeMap.of(kind.type));
      byte[] pattern = pattern(kind.type, elements * elementBytes);
      byte[] blocks = new byte[BLOCKS * blockLength * elementBytes];
      byte[] onlyBlocks = new byte[pattern.length];
      for (int block = 0; block < BLOCKS; block++) {
        int at = block * stride * elementBytes;
        int bytes = blockLength * elementBytes;
        System.arraycopy(pattern, at, blocks, block * bytes, bytes);
        System.arraycopy(pattern, at, onlyBlocks, at, bytes);
      }

      Object buffer = kind.make(elements);
      write(buffer, all, pattern);
      assertThat(read(buffer, vector)).as("packed blocks of %d", blockLength).isEqualTo(blocks);
      Object empty = kind.make(elements);
      write(empty, vector, blocks);
      assertThat(read(empty, all)).as("unpacked blocks of %d", blockLength).isEqualTo(onlyBlocks);
    }
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
}
