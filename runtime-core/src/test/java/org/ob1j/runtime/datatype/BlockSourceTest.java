package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.memory.Memory;

/** Copies from blocks to blocks, compared with the definition of the datatypes. */
class BlockSourceTest {
  private static final NativeBlocks JAVA = new NativeBlocks(new FoundService<>(null, "none"));
  private static final int START = 24;

  /** A message of a random datatype in a buffer that is just long enough. */
  private record Message(RandomType type, int count, List<Long> places, long low, int bytes) {
    static Message draw(Random random, int count, boolean distinct) {
      while (true) {
        RandomType type = RandomType.draw(random, 4);
        List<Long> places = type.naive().bytes(count);
        if (!places.isEmpty() && (!distinct || new HashSet<>(places).size() == places.size())) {
          long low = Math.min(0, places.stream().mapToLong(Long::longValue).min().getAsLong());
          long high = places.stream().mapToLong(Long::longValue).max().getAsLong() + 1;
          return new Message(type, count, places, low, (int) (high - low));
        }
      }
    }

    int place(long position) {
      return (int) (places.get((int) position) - low);
    }
  }

  private static BlockLayout told(TypeMap type) {
    BlockLayout layout = BlockLayout.of(type);
    LongBuffer words = LongBuffer.allocate((int) layout.words());
    layout.write(words);
    assertThat(words.hasRemaining()).isFalse();
    return BlockLayout.read(words.flip());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldCopyFromAnyBlocksToAnyBlocks(long seed) {
    Random random = new Random(seed);
    NativeBlocks natives =
        seed % 2 == 0 ? new NativeBlocks(new FoundService<>(new FakeBlockCopy(null), null)) : JAVA;
    for (int i = 0; i < 400; i++) {
      Message from = Message.draw(random, 1 + random.nextInt(60), false);
      Message to = Message.draw(random, 1 + random.nextInt(60), true);
      byte[] data = new byte[from.bytes];
      random.nextBytes(data);
      Memory memory = Memory.allocate(START + from.bytes);
      memory.bytes().put(START, data);
      BlockSource source =
          new BlockSource(natives, memory, START, -from.low, from.count, told(from.type.map()));
      assertThat(source.lengthBytes()).isEqualTo(from.places.size());

      byte[] expected = new byte[to.bytes];
      random.nextBytes(expected);
      Object buffer = bufferOf(random, expected);
      Convertor target = new Convertor();
      BufferSection section = new BufferSection();
      section.set(buffer, -to.low);
      target.prepare(section, to.count, to.type.map());
      int length = Math.min(from.places.size(), to.places.size());
      for (int piece = 0; piece < 3; piece++) {
        int count = random.nextInt(length + 1);
        int at = random.nextInt(from.places.size() - count + 1);
        int position = random.nextInt(to.places.size() - count + 1);
        source.copyTo(target, at, position, count);
        for (int byteIndex = 0; byteIndex < count; byteIndex++) {
          expected[to.place(position + byteIndex)] = data[from.place(at + byteIndex)];
        }
      }
      assertThat(contentOf(buffer, to.bytes))
          .as(from.type.text() + " to " + to.type.text())
          .isEqualTo(expected);
    }
  }

  private static Object bufferOf(Random random, byte[] content) {
    int padded = content.length + 7 & -8;
    ByteBuffer direct =
        ByteBuffer.allocateDirect(padded)
            .order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    direct.put(0, content);
    return switch (random.nextInt(4)) {
      case 0 -> content.clone();
      case 1 -> direct;
      case 2 -> direct.asLongBuffer();
      default -> {
        int[] ints = new int[padded / Integer.BYTES];
        direct.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(ints);
        yield ints;
      }
    };
  }

  private static byte[] contentOf(Object buffer, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length + 7 & -8).order(ByteOrder.LITTLE_ENDIAN);
    if (buffer instanceof byte[] array) {
      bytes.put(array);
    } else if (buffer instanceof ByteBuffer direct) {
      bytes.put(0, direct, 0, bytes.capacity());
    } else if (buffer instanceof LongBuffer longs) {
      bytes.order(longs.order()).asLongBuffer().put(0, longs, 0, longs.capacity());
    } else {
      bytes.asIntBuffer().put((int[]) buffer);
    }
    return Arrays.copyOf(bytes.array(), length);
  }

  @Test
  void shouldRefuseBlocksOutsideOfTheMemory() {
    TypeMap type = DerivedTypes.vector(3, 1, 16, TypeMap.of(PrimitiveType.DOUBLE));
    BlockLayout layout = BlockLayout.of(type);
    Memory memory = Memory.allocate(START + 40);

    new BlockSource(JAVA, memory, START, 0, 1, layout);
    assertThatThrownBy(() -> new BlockSource(JAVA, memory, START, 1, 1, layout))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("1 elements from byte 1 on are not all within 40 bytes");
    assertThatThrownBy(() -> new BlockSource(JAVA, memory, START, -1, 1, layout))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new BlockSource(JAVA, memory, START, 0, 2, layout))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new BlockSource(JAVA, memory, START, 0, Integer.MAX_VALUE, layout))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new BlockSource(JAVA, memory, START, Long.MAX_VALUE, 1, layout))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
