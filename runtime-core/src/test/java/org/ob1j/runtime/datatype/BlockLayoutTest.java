package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.memory.Memory;

/** Layouts as words, right and wrong. */
class BlockLayoutTest {
  private static final NativeBlocks JAVA = new NativeBlocks(new FoundService<>(null, "none"));
  private static final TypeMap DOUBLE = TypeMap.of(PrimitiveType.DOUBLE);

  private static long[] words(TypeMap type) {
    BlockLayout layout = BlockLayout.of(type);
    long[] words = new long[(int) layout.words()];
    layout.write(LongBuffer.wrap(words));
    return words;
  }

  private static BlockLayout read(long... words) {
    return BlockLayout.read(LongBuffer.wrap(words));
  }

  @Test
  void shouldTellOfAVectorInSevenWords() {
    assertThat(words(DerivedTypes.vector(100, 8, 128, DOUBLE)))
        .containsExactly(1, 99 * 128 + 64, 64, 100, 0, 0, 128);
  }

  @Test
  void shouldTellWhereListedBlocksLie() {
    TypeMap type = DerivedTypes.indexed(new int[] {2, 2, 2}, new long[] {80, 0, 48}, DOUBLE);
    assertThat(words(type)).containsExactly(1, 96, 16, 3, 1, 80, 0, 48);
  }

  @Test
  void shouldReadNothingThatIsNoLayout() {
    long far = (1L << 40) + 1;
    refuses("ends too early");
    refuses("ends too early", 1, 8, 64, 1, 0, 0);
    refuses("groups of a layout is 0", 0, 8);
    refuses("groups of a layout is 9", 9, 8, 64, 1, 0, 0, 0);
    refuses("1 words behind", 1, 8, 64, 1, 0, 0, 0, 0);
    refuses("extent", 1, far, 64, 1, 0, 0, 0);
    refuses("block length of a layout is 0", 1, 8, 0, 1, 0, 0, 0);
    refuses("block length of a layout is -64", 1, 8, -64, 1, 0, 0, 0);
    refuses("block count of a layout is 0", 1, 8, 64, 0, 0, 0, 0);
    refuses("kind of group of a layout is 2", 1, 8, 64, 1, 2, 0, 0);
    refuses("place of a layout", 1, 8, 64, 1, 0, far, 0);
    refuses("place of a layout", 1, 8, 64, 1, 1, -far);
    refuses("stride of a layout", 1, 8, 64, 1, 0, 0, far);
    refuses("listed blocks of a layout is 3, not from 1 to 2", 1, 8, 64, 3, 1, 0, 0);
  }

  private static void refuses(String because, long... words) {
    assertThatThrownBy(() -> read(words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }

  /** What can be read either lies within the memory, or is found not to. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldReachNothingOutsideWhateverTheWordsAre(long seed) {
    Random random = new Random(seed);
    Memory memory = Memory.allocate(4096);
    int usable = 0;
    for (int i = 0; i < 20_000; i++) {
      long[] words = words(some(random));
      for (int change = random.nextInt(4); change > 0; change--) {
        words[random.nextInt(words.length)] = word(random);
      }
      usable += isUsable(words, memory, random) ? 1 : 0;
    }
    assertThat(usable).isBetween(1_000, 19_000);
  }

  private static TypeMap some(Random random) {
    RandomType type = RandomType.draw(random, 3);
    return type.naive().size() == 0 ? DOUBLE : type.map();
  }

  private static long word(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(200) - 50;
      case 1 -> 1L << random.nextInt(64);
      case 2 -> -(1L << random.nextInt(64));
      default -> random.nextLong();
    };
  }

  private static boolean isUsable(long[] words, Memory memory, Random random) {
    BlockSource source;
    try {
      BlockLayout layout = read(words);
      source = new BlockSource(JAVA, memory, 0, random.nextInt(200), 1 + random.nextInt(3), layout);
    } catch (IllegalArgumentException | IndexOutOfBoundsException refused) {
      return false;
    }
    byte[] target = new byte[(int) Math.min(source.lengthBytes(), 1 << 16)];
    Arrays.fill(target, (byte) 1);
    Convertor convertor = new Convertor();
    convertor.prepare(target, target.length, TypeMap.of(PrimitiveType.BYTE));
    source.copyTo(convertor, 0, 0, target.length);
    assertThat(target).containsOnly(0);
    return true;
  }
}
