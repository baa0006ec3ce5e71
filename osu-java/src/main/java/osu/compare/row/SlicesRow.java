package osu.compare.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.report.Statistics;

/**
 * How many tenths of a second of a job are slower than twice the mean of Open MPI's bindings in the
 * same pattern of messages.
 *
 * @param program the class and its arguments
 */
public record SlicesRow(String name, String title, List<String> program) implements Row {
  private static final double SLOW = 2;
  private static final double MOST_MORE = 0.05;

  @Override
  public String unit() {
    return "us";
  }

  @Override
  public String target() {
    return "<= +5%";
  }

  @Override
  public List<Contender> contenders() {
    return List.of(Contender.OB1J, Contender.OPENMPI_JAVA);
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<String> command(Launch launch, Contender contender, boolean quick) {
    List<String> command = new ArrayList<>(launch.launcher(contender, 2, null));
    command.addAll(launch.cold(contender, program));
    command.addAll(List.of("--samples", launch.samples().toString()));
    return command;
  }

  @Override
  public double figure(Run run) {
    return Statistics.median(run.values());
  }

  @Override
  public Outcome outcome(RowResult result) {
    List<Sample> own = samples(result, Contender.OB1J);
    List<Sample> others = samples(result, reference());
    Map<Integer, Double> means = means(others);
    long slow = slow(own, means);
    long otherSlow = slow(others, means);
    String detail =
        String.format(
            Locale.ROOT,
            "slow slices: %d of %d, %d of %d",
            slow,
            own.size(),
            otherSlow,
            others.size());
    double share = (double) slow / own.size();
    double otherShare = (double) otherSlow / others.size();
    double figure = Statistics.median(result.figures(Contender.OB1J));
    double reference = Statistics.median(result.figures(reference()));
    return new Outcome(
        figure, reference, figure / reference, detail, share <= otherShare + MOST_MORE);
  }

  private static List<Sample> samples(RowResult result, Contender contender) {
    List<Sample> samples = new ArrayList<>();
    result.runs(contender).forEach(run -> samples.addAll(run.samples()));
    return samples;
  }

  /** By pattern. */
  private static Map<Integer, Double> means(List<Sample> samples) {
    Map<Integer, Double> means = new HashMap<>();
    for (Sample sample : samples) {
      means.computeIfAbsent(
          sample.key(),
          key ->
              samples.stream()
                  .filter(other -> other.key() == key)
                  .mapToDouble(Sample::value)
                  .average()
                  .orElseThrow());
    }
    return means;
  }

  private static long slow(List<Sample> samples, Map<Integer, Double> means) {
    return samples.stream().filter(each -> each.value() > SLOW * means.get(each.key())).count();
  }
}
