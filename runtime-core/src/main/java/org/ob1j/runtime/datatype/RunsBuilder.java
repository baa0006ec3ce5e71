package org.ob1j.runtime.datatype;

import java.util.Arrays;

/** Puts runs of bytes together, those that touch into one, those at one distance into a group. */
final class RunsBuilder {
  /** They take 600 MB, and more while they are put together. */
  private static final int MAX_GROUPS = 1 << 24;

  private long[] first = new long[4];
  private long[] block = new long[4];
  private long[] stride = new long[4];
  private long[] count = new long[4];
  private int groups;

  /**
   * Adds blocks behind what is there.
   *
   * @param from where the first lies
   * @param blockBytes the length of each; nothing is added if it is 0
   * @param strideBytes from one to the next
   * @param blocks how many; nothing is added if there are none
   */
  RunsBuilder add(long from, long blockBytes, long strideBytes, long blocks) {
    if (blockBytes == 0 || blocks == 0) {
      return this;
    }
    if (blocks > 1 && strideBytes == blockBytes) {
      return add(from, Math.multiplyExact(blockBytes, blocks), 0, 1);
    }
    if (groups == 0 || !joins(groups - 1, from, blockBytes, strideBytes, blocks)) {
      append(from, blockBytes, blocks == 1 ? 0 : strideBytes, blocks);
    }
    return this;
  }

  /** Adds an element of a datatype, moved by so many bytes. */
  RunsBuilder add(Runs runs, long displacement) {
    for (int group = 0; group < runs.groups(); group++) {
      add(
          Math.addExact(displacement, runs.first(group)),
          runs.block(group),
          runs.stride(group),
          runs.count(group));
    }
    return this;
  }

  Runs build() {
    return new Runs(
        Arrays.copyOf(first, groups),
        Arrays.copyOf(block, groups),
        Arrays.copyOf(stride, groups),
        Arrays.copyOf(count, groups));
  }

  private boolean joins(int last, long from, long blockBytes, long strideBytes, long blocks) {
    if (count[last] == 1 && blocks == 1 && from == first[last] + block[last]) {
      block[last] = Math.addExact(block[last], blockBytes);
      return true;
    }
    if (blockBytes != block[last]) {
      return false;
    }
    long distance =
        count[last] > 1
            ? stride[last]
            : blocks > 1 ? strideBytes : Math.subtractExact(from, first[last]);
    boolean regular =
        from == first[last] + count[last] * distance && (blocks == 1 || strideBytes == distance);
    if (regular) {
      stride[last] = distance;
      count[last] += blocks;
    }
    return regular;
  }

  private void append(long from, long blockBytes, long strideBytes, long blocks) {
    if (groups == MAX_GROUPS) {
      throw new IllegalArgumentException(
          "the datatype has more than "
              + MAX_GROUPS
              + " pieces of data that are not at one distance from each other");
    }
    if (groups == first.length) {
      first = Arrays.copyOf(first, 2 * groups);
      block = Arrays.copyOf(block, 2 * groups);
      stride = Arrays.copyOf(stride, 2 * groups);
      count = Arrays.copyOf(count, 2 * groups);
    }
    first[groups] = from;
    block[groups] = blockBytes;
    stride[groups] = strideBytes;
    count[groups++] = blocks;
  }
}
