import mpi.MPI;

/** A rank's part of the plate of Heat2D, with the halo around it. */
final class HeatBlock {
  private final int columns;
  private final int rows;
  private final int column;
  private final int row;

  /** Where the block begins in the plate, and its size. */
  private final int left;

  private final int top;
  final int width;
  final int height;

  /** The temperatures, in rows of width + 2 points; the block's own begin in row 1 at 1. */
  private double[] now;

  private double[] next;

  /** What is held at a temperature, as {@link #held} says. */
  private final double[] held;

  /**
   * The block of a rank. All ranks can tell the place of every block by themselves.
   *
   * @param columns into how many columns the ranks are put, row by row
   */
  HeatBlock(int rank, int columns, int rows, int plateWidth, int plateHeight) {
    this.columns = columns;
    this.rows = rows;
    column = rank % columns;
    row = rank / columns;
    // Sizes differ by one point at most.
    left = (int) ((long) plateWidth * column / columns);
    top = (int) ((long) plateHeight * row / rows);
    width = (int) ((long) plateWidth * (column + 1) / columns) - left;
    height = (int) ((long) plateHeight * (row + 1) / rows) - top;
    now = new double[(width + 2) * (height + 2)];
    next = new double[now.length];
    held = new double[now.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        held[at(x, y)] = held(left + x, top + y, plateWidth, plateHeight);
      }
    }
  }

  /** The temperature that a point is held at, from 0 to 1; NaN where heat spreads. */
  private static double held(int x, int y, int width, int height) {
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
      return 0;
    }
    if (Math.hypot(x - width / 4.0, y - height / 3.0) < height / 8.0) {
      return 1;
    }
    return Math.hypot(x - width * 0.7, y - height * 0.6) < height / 5.0 ? 0.6 : Double.NaN;
  }

  /** The rank of a neighbour, one column or row away; PROC_NULL beyond the plate's rim. */
  int neighbour(int columnsAway, int rowsAway) {
    int x = column + columnsAway;
    int y = row + rowsAway;
    boolean inside = x >= 0 && y >= 0 && x < columns && y < rows;
    return inside ? y * columns + x : MPI.PROC_NULL;
  }

  /** A point by its place in the block; -1, and the width or height, are in the halo. */
  double get(int x, int y) {
    return now[at(x, y)];
  }

  void set(int x, int y, double temperature) {
    now[at(x, y)] = temperature;
  }

  private int at(int x, int y) {
    return (y + 1) * (width + 2) + x + 1;
  }

  /** One step; returns the largest change of a point. */
  double step() {
    double change = 0;
    int stride = width + 2;
    for (int y = 0; y < height; y++) {
      for (int i = at(0, y); i < at(width, y); i++) {
        double mean = 0.25 * (now[i - stride] + now[i - 1] + now[i + 1] + now[i + stride]);
        next[i] = Double.isNaN(held[i]) ? mean : held[i];
        change = Math.max(change, Math.abs(next[i] - now[i]));
      }
    }
    double[] before = now;
    now = next;
    next = before;
    return change;
  }

  /** The block's own points, without the halo. */
  double[] points() {
    double[] points = new double[width * height];
    for (int y = 0; y < height; y++) {
      System.arraycopy(now, at(0, y), points, y * width, width);
    }
    return points;
  }

  /** Puts the points of this block where they belong in the plate. */
  void copyInto(double[] plate, double[] points, int plateWidth) {
    for (int y = 0; y < height; y++) {
      System.arraycopy(points, y * width, plate, (top + y) * plateWidth + left, width);
    }
  }
}
