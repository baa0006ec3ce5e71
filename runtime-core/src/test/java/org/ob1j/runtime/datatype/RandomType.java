package org.ob1j.runtime.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random datatype, as the engine makes it and as it is defined. */
public record RandomType(TypeMap map, NaiveLayout naive, String text) {
  private static final int MAX_BYTES = 4_000;

  /**
   * Draws one, of primitives of one type unless there are structures in it.
   *
   * @param depth how many constructors lie one within the other, at most
   */
  public static RandomType draw(Random random, int depth) {
    PrimitiveType[] primitives = PrimitiveType.values();
    RandomType type = of(primitives[random.nextInt(primitives.length)]);
    int levels = random.nextInt(depth + 1);
    for (int level = 0; level < levels; level++) {
      RandomType larger = type.derived(random);
      if (larger.naive.size() <= MAX_BYTES) {
        type = larger;
      }
    }
    return type;
  }

  private static RandomType of(PrimitiveType type) {
    return new RandomType(TypeMap.of(type), NaiveLayout.of(type), type.toString());
  }

  private RandomType derived(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> contiguous(random.nextInt(4));
      case 1 ->
          vector(random.nextInt(5), random.nextInt(4), (random.nextInt(13) - 4) * naive.extent());
      case 2 -> indexed(random);
      case 3 -> structure(random);
      default -> resized(random.nextInt(9) - 4, random.nextInt(40));
    };
  }

  private RandomType contiguous(int count) {
    List<NaiveLayout.Placed> parts = new ArrayList<>();
    block(parts, 0, count);
    return new RandomType(
        DerivedTypes.contiguous(count, map),
        NaiveLayout.of(parts),
        "contiguous(" + count + ", " + text + ")");
  }

  private RandomType vector(int count, int blockLength, long stride) {
    List<NaiveLayout.Placed> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      block(parts, i * stride, blockLength);
    }
    return new RandomType(
        DerivedTypes.vector(count, blockLength, stride, map),
        NaiveLayout.of(parts),
        "vector(" + count + ", " + blockLength + ", " + stride + " bytes, " + text + ")");
  }

  private RandomType indexed(Random random) {
    int blocks = random.nextInt(5);
    int[] lengths = random.ints(blocks, 0, 4).toArray();
    long[] displacements = random.longs(blocks, -20, 60).toArray();
    List<NaiveLayout.Placed> parts = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      block(parts, displacements[i], lengths[i]);
    }
    return new RandomType(
        DerivedTypes.indexed(lengths, displacements, map),
        NaiveLayout.of(parts),
        "indexed(" + List.of(text) + " × " + blocks + ")");
  }

  private RandomType structure(Random random) {
    int blocks = 1 + random.nextInt(4);
    int[] lengths = random.ints(blocks, 0, 3).toArray();
    long[] displacements = random.longs(blocks, -20, 60).toArray();
    List<TypeMap> maps = new ArrayList<>();
    List<NaiveLayout.Placed> parts = new ArrayList<>();
    StringBuilder types = new StringBuilder();
    for (int i = 0; i < blocks; i++) {
      RandomType type = i == 0 ? this : draw(random, 1);
      maps.add(type.map);
      type.block(parts, displacements[i], lengths[i]);
      types.append(' ').append(lengths[i]).append('×').append(type.text);
    }
    return new RandomType(
        DerivedTypes.structure(lengths, displacements, maps),
        NaiveLayout.of(parts),
        "structure(" + types + ")");
  }

  private RandomType resized(long lower, long extent) {
    return new RandomType(
        DerivedTypes.resized(map, lower, extent),
        naive.resized(lower, extent),
        "resized(" + lower + ", " + extent + ", " + text + ")");
  }

  private void block(List<NaiveLayout.Placed> parts, long displacement, int length) {
    for (int i = 0; i < length; i++) {
      parts.add(new NaiveLayout.Placed(displacement + i * naive.extent(), naive));
    }
  }
}
