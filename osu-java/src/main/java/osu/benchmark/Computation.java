package osu.benchmark;

/** Work for a core that makes no call of MPI, and takes a known time if nothing disturbs it. */
public final class Computation {
  private static final int TRIAL_UNITS = 200_000;
  private static final int TRIALS = 5;

  /** What it comes to, so that it cannot be left out. */
  private double result;

  /** How many units take so long. */
  public int unitsFor(double nanos) {
    double fastest = Double.MAX_VALUE;
    for (int trial = 0; trial < TRIALS; trial++) {
      fastest = Math.min(fastest, nanosOf(TRIAL_UNITS, 1));
    }
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, nanos * TRIAL_UNITS / fastest));
  }

  /** The time of {@code units}, the mean of several times. */
  public double nanosOf(int units, int times) {
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      run(units);
    }
    return (double) (System.nanoTime() - start) / times;
  }

  /** Each unit waits for the one before, so their time adds up. */
  public void run(int units) {
    double sum = result;
    for (int i = 0; i < units; i++) {
      sum = Math.sqrt(i + sum);
    }
    result = sum;
  }
}
