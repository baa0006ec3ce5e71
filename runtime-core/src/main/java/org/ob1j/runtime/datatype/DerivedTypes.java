package org.ob1j.runtime.datatype;

import java.util.List;
import org.ob1j.runtime.datatype.layout.Bounds;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.RunsBuilder;
import org.ob1j.runtime.datatype.layout.Signature;

/**
 * Makes datatypes of others (MPI standard, "Datatype Constructors"). All of them are blocks of
 * elements at displacements; displacements are in bytes here. What is added up must fit into a
 * long.
 *
 * <p>All throw ArithmeticException where a displacement or size does not, and
 * IllegalArgumentException where the data is in more than 2^24 pieces that are not at one distance
 * from each other.
 */
public final class DerivedTypes {
  private DerivedTypes() {}

  /** Elements one behind the other. */
  public static TypeMap contiguous(int count, TypeMap old) {
    return vector(1, count, 0, old);
  }

  /**
   * Blocks of elements at one distance.
   *
   * @param count blocks, at least 0
   * @param blockLength elements of each, at least 0
   * @param strideBytes from the beginning of one block to that of the next
   */
  public static TypeMap vector(int count, int blockLength, long strideBytes, TypeMap old) {
    RunsBuilder runs = new RunsBuilder();
    if (old.isContiguous()) {
      runs.add(0, Math.multiplyExact(blockLength, old.sizeBytes()), strideBytes, count);
    } else {
      runs.requireRoomFor(old.runs(), Math.multiplyExact((long) count, blockLength));
      for (long block = 0; block < count; block++) {
        addBlock(runs, Math.multiplyExact(block, strideBytes), blockLength, old);
      }
    }
    Bounds bounds = Bounds.NONE;
    if (count != 0 && blockLength != 0) {
      Bounds block = old.bounds().repeated(0, blockLength);
      bounds = block.and(old.bounds().repeated((count - 1) * strideBytes, blockLength)).padded();
    }
    return new TypeMap(
        old.baseType(),
        runs.build(),
        bounds,
        old.signature().times(Math.multiplyExact((long) count, blockLength)));
  }

  /**
   * Blocks of elements anywhere.
   *
   * @param blockLengths elements of each block, at least 0
   * @param displacementsBytes where each begins; as many
   */
  public static TypeMap indexed(int[] blockLengths, long[] displacementsBytes, TypeMap old) {
    RunsBuilder runs = new RunsBuilder();
    Bounds bounds = null;
    long elements = 0;
    for (int block = 0; block < blockLengths.length; block++) {
      if (blockLengths[block] != 0) {
        addBlock(runs, displacementsBytes[block], blockLengths[block], old);
        bounds =
            with(bounds, old.bounds().repeated(displacementsBytes[block], blockLengths[block]));
        elements += blockLengths[block];
      }
    }
    return new TypeMap(
        old.baseType(), runs.build(), ended(bounds), old.signature().times(elements));
  }

  /**
   * Blocks of elements of different datatypes. Its base type is a byte.
   *
   * @param blockLengths elements of each block, at least 0
   * @param displacementsBytes where each begins; as many
   * @param types of each; as many
   */
  public static TypeMap structure(
      int[] blockLengths, long[] displacementsBytes, List<TypeMap> types) {
    RunsBuilder runs = new RunsBuilder();
    Bounds bounds = null;
    for (int block = 0; block < blockLengths.length; block++) {
      if (blockLengths[block] != 0) {
        TypeMap type = types.get(block);
        addBlock(runs, displacementsBytes[block], blockLengths[block], type);
        bounds =
            with(bounds, type.bounds().repeated(displacementsBytes[block], blockLengths[block]));
      }
    }
    return new TypeMap(
        PrimitiveType.BYTE,
        runs.build(),
        ended(bounds),
        signature(blockLengths, types, 0, blockLengths.length));
  }

  /** The same data without gaps, as bytes. */
  public static TypeMap packed(TypeMap old) {
    long bytes = old.sizeBytes();
    return new TypeMap(
        PrimitiveType.BYTE, Runs.one(0, bytes), new Bounds(0, bytes, false, 1), old.signature());
  }

  /** The same data between other bounds, in bytes. */
  public static TypeMap resized(TypeMap old, long lowerBound, long extent) {
    Bounds bounds =
        new Bounds(lowerBound, Math.addExact(lowerBound, extent), true, old.bounds().alignment());
    return new TypeMap(old.baseType(), old.runs(), bounds, old.signature());
  }

  private static void addBlock(RunsBuilder runs, long displacement, long elements, TypeMap old) {
    if (old.isContiguous()) {
      runs.add(displacement, Math.multiplyExact(elements, old.sizeBytes()), 0, 1);
    } else if (old.runs().isOneRun() && old.sizeBytes() != 0) {
      runs.add(
          Math.addExact(displacement, old.runs().firstByte()),
          old.sizeBytes(),
          old.extentBytes(),
          elements);
    } else {
      for (long element = 0; element < elements; element++) {
        runs.add(
            old.runs(),
            Math.addExact(displacement, Math.multiplyExact(element, old.extentBytes())));
      }
    }
  }

  private static Bounds with(Bounds bounds, Bounds block) {
    return bounds == null ? block : bounds.and(block);
  }

  private static Bounds ended(Bounds bounds) {
    return bounds == null ? Bounds.NONE : bounds.padded();
  }

  /** Halved again and again, so that counting in it does not recurse once for each block. */
  private static Signature signature(int[] blockLengths, List<TypeMap> types, int from, int to) {
    if (to - from == 0) {
      return Signature.of(1).times(0);
    }
    if (to - from == 1) {
      return types.get(from).signature().times(blockLengths[from]);
    }
    int middle = (from + to) >>> 1;
    return signature(blockLengths, types, from, middle)
        .then(signature(blockLengths, types, middle, to));
  }
}
