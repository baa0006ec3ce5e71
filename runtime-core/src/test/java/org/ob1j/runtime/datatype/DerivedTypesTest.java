package org.ob1j.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.RunsBuilder;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;

/** Compares derived datatypes with their definition. */
class DerivedTypesTest {
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);
  private static final TypeMap DOUBLE = TypeMap.of(PrimitiveType.DOUBLE);
  private static final TypeMap BYTE = TypeMap.of(PrimitiveType.BYTE);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldHaveSizeAndBoundsOfDefinition(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      RandomType type = RandomType.draw(random, 4);
      TypeMap map = type.map();
      NaiveLayout naive = type.naive();
      assertThat(
              List.of(
                  map.sizeBytes(),
                  map.lowerBoundBytes(),
                  map.extentBytes(),
                  map.trueLowerBoundBytes(),
                  map.trueExtentBytes()))
          .as(type.text())
          .containsExactly(
              naive.size(), naive.lower(), naive.extent(), trueLower(naive), trueExtent(naive));
    }
  }

  private static long trueLower(NaiveLayout naive) {
    return naive.bytes(1).stream().mapToLong(Long::longValue).min().orElse(0);
  }

  private static long trueExtent(NaiveLayout naive) {
    return naive.bytes(1).stream().mapToLong(Long::longValue).max().orElse(-1)
        + 1
        - trueLower(naive);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldPackAndUnpackBytesOfDefinitionInAnyPieces(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 600; i++) {
      RandomType type = RandomType.draw(random, 4);
      int count = random.nextInt(4);
      List<Long> places = type.naive().bytes(count);
      long low = Math.min(0, places.stream().mapToLong(Long::longValue).min().orElse(0));
      long high = places.stream().mapToLong(Long::longValue).max().orElse(0) + 1;
      byte[] user = new byte[(int) (high - low)];
      random.nextBytes(user);
      Object buffer = bufferOf(random, user);
      byte[] expected = new byte[places.size()];
      for (int at = 0; at < expected.length; at++) {
        expected[at] = user[(int) (places.get(at) - low)];
      }
      Convertor convertor = new Convertor();
      convertor.prepare(section(buffer, -low), count, type.map());
      assertThat(convertor.lengthBytes()).isEqualTo(expected.length);
      assertThat(packed(convertor, random)).as(type.text()).isEqualTo(expected);
      unpackReversed(convertor, user, places, low, random, type.text(), buffer);
    }
  }

  private static Object bufferOf(Random random, byte[] user) {
    return switch (random.nextInt(3)) {
      case 0 -> user;
      case 1 -> ByteBuffer.wrap(user);
      default -> ByteBuffer.allocateDirect(user.length).put(0, user);
    };
  }

  private static BufferSection section(Object buffer, long offset) {
    BufferSection section = new BufferSection();
    section.set(buffer, offset);
    return section;
  }

  private static byte[] packed(Convertor convertor, Random random) {
    int length = (int) convertor.lengthBytes();
    Memory memory = Memory.allocate(length + 64);
    for (int[] piece : pieces(length, random)) {
      convertor.pack(piece[0], memory, 8 + piece[0], piece[1] - piece[0]);
    }
    byte[] packed = new byte[length];
    memory.bytes().get(8, packed);
    return packed;
  }

  private static List<int[]> pieces(int length, Random random) {
    List<int[]> pieces = new ArrayList<>();
    for (int at = 0; at < length; ) {
      int end = Math.min(length, at + 1 + random.nextInt(random.nextBoolean() ? 12 : length));
      pieces.add(new int[] {at, end});
      at = end;
    }
    Collections.shuffle(pieces, random);
    return pieces;
  }

  /** What is written must be the message, and nothing between. */
  private static void unpackReversed(
      Convertor convertor,
      byte[] user,
      List<Long> places,
      long low,
      Random random,
      String text,
      Object buffer) {
    if (places.stream().distinct().count() != places.size()) {
      return;
    }
    byte[] message = new byte[places.size()];
    random.nextBytes(message);
    Memory memory = Memory.allocate(message.length + 64);
    memory.bytes().put(8, message);
    byte[] expected = user.clone();
    for (int at = 0; at < message.length; at++) {
      expected[(int) (places.get(at) - low)] = message[at];
    }
    for (int[] piece : pieces(message.length, random)) {
      convertor.unpack(piece[0], memory, 8 + piece[0], piece[1] - piece[0]);
    }
    byte[] now = user;
    if (buffer instanceof ByteBuffer direct && direct.isDirect()) {
      now = new byte[user.length];
      direct.get(0, now);
    }
    assertThat(now).as(text).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void shouldCountPrimitivesOfDefinition(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      RandomType type = RandomType.draw(random, 4);
      List<Integer> ends = new ArrayList<>();
      int end = 0;
      for (int element = 0; element < 2; element++) {
        for (NaiveLayout.Entry entry : type.naive().entries()) {
          ends.add(end);
          end += entry.bytes();
        }
      }
      ends.add(end);
      for (int length = 0; length <= end; length++) {
        int primitives = ends.indexOf(length);
        assertThat(type.map().primitivesIn(length)).as(type.text()).isEqualTo(primitives);
        if (primitives >= 0) {
          assertThat(type.map().bytesOfPrimitives(primitives)).isEqualTo(length);
        }
      }
    }
  }

  @Test
  void shouldMergeRunsThatTouchAndBlocksAtOneDistance() {
    assertThat(DerivedTypes.vector(1_000_000, 8, 128, DOUBLE).runs().groups()).isEqualTo(1);
    assertThat(DerivedTypes.indexed(new int[] {1, 1, 1}, new long[] {0, 16, 32}, INT).runs())
        .extracting(Runs::groups)
        .isEqualTo(1);
    assertThat(DerivedTypes.indexed(new int[] {1, 2, 3}, new long[] {0, 4, 12}, INT))
        .extracting(TypeMap::isContiguous)
        .isEqualTo(true);
    assertThat(
            DerivedTypes.structure(new int[] {1, 1}, new long[] {0, 4}, List.of(INT, INT))
                .isContiguous())
        .isTrue();
    assertThat(DerivedTypes.vector(3, 2, 8, INT).isContiguous()).isTrue();
  }

  @Test
  void shouldPadStructuresToTheirLongestPrimitive() {
    TypeMap padded =
        DerivedTypes.structure(new int[] {1, 1}, new long[] {0, 8}, List.of(DOUBLE, BYTE));
    assertThat(padded.extentBytes()).isEqualTo(16);
    assertThat(DerivedTypes.resized(padded, 0, 9).extentBytes()).isEqualTo(9);
    assertThat(DerivedTypes.contiguous(3, DerivedTypes.resized(padded, 0, 9)).extentBytes())
        .isEqualTo(27);
  }

  @Test
  void shouldTreatOneRunAsContiguousWhereverItBegins() {
    double[] user = {1, 2, 3, 4};
    TypeMap last = DerivedTypes.indexed(new int[] {2}, new long[] {16}, DOUBLE);
    Convertor convertor = new Convertor();
    convertor.prepare(user, 1, last);
    assertThat(convertor.isContiguous()).isTrue();
    convertor.prepare(user, 1, DerivedTypes.vector(2, 1, 16, DOUBLE));
    assertThat(convertor.isContiguous()).isFalse();
    convertor.prepare(user, 4, DOUBLE);
    assertThat(convertor.isContiguous()).isTrue();
  }

  @Test
  void shouldRefuseDataOutsideOfBuffer() {
    Convertor convertor = new Convertor();
    TypeMap before = DerivedTypes.indexed(new int[] {1, 1}, new long[] {-8, 8}, DOUBLE);
    assertThatThrownBy(() -> convertor.prepare(new double[4], 1, before))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
        .hasMessageContaining("from byte -8 to byte 16")
        .hasMessageContaining("holds 32 bytes");
    TypeMap vector = DerivedTypes.vector(3, 1, 16, DOUBLE);
    convertor.prepare(new double[5], 1, vector);
    assertThatThrownBy(() -> convertor.prepare(new double[4], 1, vector))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    assertThatThrownBy(() -> convertor.prepare("no buffer", 1, vector))
        .isInstanceOf(BufferException.class);
  }

  /** What was found for one message of a buffer says nothing of another that has gaps. */
  @Test
  void shouldHaveARegionOnlyForOneRun() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(128);
    BufferRoots roots = new BufferRoots(none -> null);
    Convertor convertor = new Convertor();
    convertor.prepare(buffer, 128, BYTE);
    assertThat(convertor.region(roots)).isNotNull();
    assertThat(convertor.blocks(roots)).isNull();

    convertor.prepare(buffer, 1, DerivedTypes.vector(4, 1, 16, DOUBLE));
    assertThat(convertor.region()).isNull();
    assertThat(convertor.region(roots)).isNull();
    assertThat(convertor.blocks(roots).origin().root()).isSameAs(buffer);
  }

  @Test
  void shouldRefuseBeforeMemoryIsTaken() {
    TypeMap listed = DerivedTypes.indexed(new int[] {1, 1, 1}, new long[] {0, 2, 7}, BYTE);
    int tooMany = RunsBuilder.MAX_PIECES / 3 + 1;
    assertThatThrownBy(() -> DerivedTypes.contiguous(tooMany, listed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 16777216 pieces");
  }
}
