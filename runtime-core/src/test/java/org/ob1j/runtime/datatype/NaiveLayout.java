package org.ob1j.runtime.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * A datatype as the MPI standard defines it: a list of primitives with displacements, and bounds.
 * What the engine does is compared with this.
 */
public record NaiveLayout(List<Entry> entries, long lower, long upper, boolean marked, int align) {
  /** A primitive and where it lies. */
  public record Entry(long displacement, int bytes) {}

  /** Where a copy of a datatype stands in another. */
  record Placed(long displacement, NaiveLayout layout) {}

  static NaiveLayout of(PrimitiveType type) {
    int bytes = type.sizeBytes();
    return new NaiveLayout(List.of(new Entry(0, bytes)), 0, bytes, false, bytes);
  }

  long extent() {
    return upper - lower;
  }

  public long size() {
    return entries.stream().mapToLong(Entry::bytes).sum();
  }

  /** All of them together, in that order. */
  static NaiveLayout of(List<Placed> parts) {
    if (parts.isEmpty()) {
      return new NaiveLayout(List.of(), 0, 0, false, 1);
    }
    boolean marked = parts.stream().anyMatch(part -> part.layout.marked);
    List<Entry> entries = new ArrayList<>();
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;
    int align = 1;
    for (Placed part : parts) {
      for (Entry entry : part.layout.entries) {
        entries.add(new Entry(part.displacement + entry.displacement, entry.bytes));
      }
      if (part.layout.marked == marked) {
        lower = Math.min(lower, part.displacement + part.layout.lower);
        upper = Math.max(upper, part.displacement + part.layout.upper);
      }
      align = Math.max(align, part.layout.align);
    }
    while (!marked && (upper - lower) % align != 0) {
      upper++;
    }
    return new NaiveLayout(entries, lower, upper, marked, align);
  }

  NaiveLayout resized(long lowerBound, long extent) {
    return new NaiveLayout(entries, lowerBound, lowerBound + extent, true, align);
  }

  /** Where each byte of a message of so many elements lies, from the origin of the first. */
  public List<Long> bytes(int count) {
    List<Long> bytes = new ArrayList<>();
    for (int element = 0; element < count; element++) {
      for (Entry entry : entries) {
        for (int i = 0; i < entry.bytes; i++) {
          bytes.add(element * extent() + entry.displacement + i);
        }
      }
    }
    return bytes;
  }
}
