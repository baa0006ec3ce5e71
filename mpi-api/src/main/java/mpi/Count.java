package mpi;

/** A number of elements that may not fit into an int (MPI standard, "Counts"). */
@SuppressWarnings("rawtypes") // Open MPI's class implements the raw interface.
public final class Count implements Comparable {
  private long count;

  /** A count of {@code c} (MPI standard, "Counts"). */
  public Count(long c) {
    count = c;
  }

  /** The number (MPI standard, "Counts"). */
  public long getCount() {
    return count;
  }

  /** Replaces the number (MPI standard, "Counts"). */
  public void setCount(long c) {
    count = c;
  }

  /** True for a count of the same number (MPI standard, "Counts"). */
  @Override
  public boolean equals(Object obj) {
    return obj instanceof Count other && other.count == count;
  }

  /** Agrees with {@link #equals} (MPI standard, "Counts"). */
  @Override
  public int hashCode() {
    return Long.hashCode(count);
  }

  /**
   * Compares the numbers (MPI standard, "Counts").
   *
   * @throws ClassCastException if {@code obj} is not a Count
   */
  @Override
  public int compareTo(Object obj) {
    return Long.compare(count, ((Count) obj).count);
  }
}
