package org.ob1j.runtime.datatype.layout;

/**
 * Where an element of a datatype begins and ends, in bytes (MPI standard, "Lower-Bound and
 * Upper-Bound Markers").
 *
 * @param lower where it begins, from its origin
 * @param upper where it ends
 * @param marked whether a user has set them: then they alone count in what is derived from this
 * @param alignment what the extent is rounded up to a multiple of, unless it is marked
 */
public record Bounds(long lower, long upper, boolean marked, int alignment) {
  /** Of nothing. */
  public static final Bounds NONE = new Bounds(0, 0, false, 1);

  public long extentBytes() {
    return Math.subtractExact(upper, lower);
  }

  /**
   * Of elements of this datatype, one behind the other.
   *
   * @param displacement where the first has its origin
   * @param count at least 1
   */
  public Bounds repeated(long displacement, long count) {
    long span = Math.multiplyExact(count - 1, extentBytes());
    return new Bounds(
        Math.addExact(Math.addExact(displacement, lower), Math.min(0, span)),
        Math.addExact(Math.addExact(displacement, upper), Math.max(0, span)),
        marked,
        alignment);
  }

  /** Of this and other data together, before it is padded. Neither is {@link #NONE}. */
  public Bounds and(Bounds other) {
    int wider = Math.max(alignment, other.alignment);
    if (marked == other.marked) {
      return new Bounds(Math.min(lower, other.lower), Math.max(upper, other.upper), marked, wider);
    }
    Bounds chosen = marked ? this : other;
    return new Bounds(chosen.lower, chosen.upper, true, wider);
  }

  /** Ends where the next element can begin, unless the user has said where. */
  public Bounds padded() {
    long rest = Math.floorMod(extentBytes(), (long) alignment);
    return marked || rest == 0
        ? this
        : new Bounds(lower, Math.addExact(upper, alignment - rest), false, alignment);
  }
}
