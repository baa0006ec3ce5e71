package org.ob1j.runtime.datatype.layout;

import java.util.Arrays;

/**
 * Puts runs of bytes together: those that touch into one, those of one length at one distance into
 * a group, and a few of one length at other distances into a group that lists them.
 */
public final class RunsBuilder {
  /** As many as groups take 800 MB, and more while they are put together; listed 130 MB. */
  public static final int MAX_PIECES = 1 << 24;

  /** A longer row of blocks at one distance stays a group, to be kept in little memory. */
  private static final int SHORT_ROW = 8;

  private final int maxPieces;
  private long[] first = new long[4];
  private long[] block = new long[4];
  private long[] stride = new long[4];
  private long[] count = new long[4];
  private long[][] places = new long[4][];
  private int groups;
  private long listed;

  public RunsBuilder() {
    this(MAX_PIECES);
  }

  /** Groups and listed blocks are at most so many, in all. */
  RunsBuilder(int maxPieces) {
    this.maxPieces = maxPieces;
  }

  /**
   * Adds blocks behind what is there.
   *
   * @param from where the first lies
   * @param blockBytes the length of each; nothing is added if it is 0
   * @param strideBytes from one to the next
   * @param blocks how many; nothing is added if there are none
   * @throws IllegalArgumentException if these are too many pieces
   */
  public RunsBuilder add(long from, long blockBytes, long strideBytes, long blocks) {
    if (blockBytes == 0 || blocks == 0) {
      return this;
    }
    if (blocks > 1 && strideBytes == blockBytes) {
      return add(from, Math.multiplyExact(blockBytes, blocks), 0, 1);
    }
    if (groups == 0
        || !joins(groups - 1, from, blockBytes, strideBytes, blocks)
            && !joinsList(groups - 1, from, blockBytes, strideBytes, blocks)) {
      append(from, blockBytes, blocks == 1 ? 0 : strideBytes, blocks);
    }
    return this;
  }

  /** Adds an element of a datatype, moved by so many bytes. */
  public RunsBuilder add(Runs runs, long displacement) {
    for (int group = 0; group < runs.groups(); group++) {
      if (runs.isListed(group)) {
        for (long block = 0; block < runs.count(group); block++) {
          add(Math.addExact(displacement, runs.place(group, block)), runs.block(group), 0, 1);
        }
      } else {
        add(
            Math.addExact(displacement, runs.place(group, 0)),
            runs.block(group),
            runs.stride(group),
            runs.count(group));
      }
    }
    return this;
  }

  /**
   * Makes sure before memory is taken that so many elements can be added. Only what a datatype
   * lists is as often there as the datatype; groups of several elements may become one.
   */
  public void requireRoomFor(Runs runs, long elements) {
    requireRoomFor(Math.multiplyExact(runs.listedBlocks(), elements));
  }

  public Runs build() {
    trimList();
    return new Runs(
        Arrays.copyOf(first, groups),
        Arrays.copyOf(block, groups),
        Arrays.copyOf(stride, groups),
        Arrays.copyOf(count, groups),
        Arrays.copyOf(places, groups));
  }

  private boolean joins(int last, long from, long blockBytes, long strideBytes, long blocks) {
    if (count[last] == 1 && blocks == 1 && from == first[last] + block[last]) {
      block[last] = Math.addExact(block[last], blockBytes);
      return true;
    }
    if (blockBytes != block[last] || places[last] != null) {
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

  private boolean joinsList(int last, long from, long blockBytes, long strideBytes, long blocks) {
    if (blockBytes != block[last]
        || blocks > SHORT_ROW
        || places[last] == null && count[last] > SHORT_ROW) {
      return false;
    }
    if (places[last] == null) {
      beginList(last);
    }
    requireRoomFor(blocks);
    int length = (int) count[last];
    if (length + blocks > places[last].length) {
      places[last] = Arrays.copyOf(places[last], 2 * (length + (int) blocks));
    }
    for (int i = 0; i < blocks; i++) {
      places[last][length + i] = Math.addExact(from, i * strideBytes);
    }
    count[last] += blocks;
    listed += blocks;
    return true;
  }

  private void beginList(int group) {
    requireRoomFor(count[group]);
    places[group] = new long[2 * SHORT_ROW];
    for (int i = 0; i < count[group]; i++) {
      places[group][i] = first[group] + i * stride[group];
    }
    stride[group] = 0;
    listed += count[group];
  }

  private void trimList() {
    if (groups > 0 && places[groups - 1] != null) {
      places[groups - 1] = Arrays.copyOf(places[groups - 1], (int) count[groups - 1]);
    }
  }

  private void append(long from, long blockBytes, long strideBytes, long blocks) {
    requireRoomFor(1);
    trimList();
    if (groups == first.length) {
      first = Arrays.copyOf(first, 2 * groups);
      block = Arrays.copyOf(block, 2 * groups);
      stride = Arrays.copyOf(stride, 2 * groups);
      count = Arrays.copyOf(count, 2 * groups);
      places = Arrays.copyOf(places, 2 * groups);
    }
    first[groups] = from;
    block[groups] = blockBytes;
    stride[groups] = strideBytes;
    count[groups++] = blocks;
  }

  private void requireRoomFor(long pieces) {
    if (pieces > maxPieces - groups - listed) {
      throw new IllegalArgumentException(
          "the datatype has more than "
              + maxPieces
              + " pieces of data that are not at one distance from each other");
    }
  }
}
