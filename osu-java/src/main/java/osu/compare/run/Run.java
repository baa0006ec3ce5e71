package osu.compare.run;

import java.util.List;

/**
 * What one run of a command gave.
 *
 * @param samples what the benchmark wrote; empty if it writes none
 * @param time how long the job took; null if it was not timed
 */
public record Run(List<Sample> samples, JobTime time) {

  /**
   * How long a job took, as {@code jobtime} writes it.
   *
   * @param seconds of the clock
   * @param launcherSeconds of the processor, in the launcher itself
   * @param ranksSeconds of the processor, in all that the launcher started
   */
  public record JobTime(double seconds, double launcherSeconds, double ranksSeconds) {

    /**
     * Reads the line.
     *
     * @throws RunException if it is another
     */
    static JobTime parse(String line) throws RunException {
      String[] fields = line.strip().split(",");
      try {
        return new JobTime(
            Double.parseDouble(fields[0]),
            Double.parseDouble(fields[1]),
            Double.parseDouble(fields[2]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException wrong) {
        throw new RunException("not the times of a job: " + line);
      }
    }
  }

  /** The samples' figures. */
  public double[] values() {
    return samples.stream().mapToDouble(Sample::value).toArray();
  }
}
