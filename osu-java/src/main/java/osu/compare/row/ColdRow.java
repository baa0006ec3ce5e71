package osu.compare.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.launch.Transport;
import osu.compare.run.Run;
import osu.report.Statistics;

/**
 * A whole job, from the start of mpirun to its end, on ob1j and on Open MPI's bindings.
 *
 * @param transport null for what each chooses itself
 * @param program the class and its arguments
 * @param clock whether the program's own clock counts, and not that of the whole job
 * @param most the ratio of the medians that must be reached
 */
public record ColdRow(
    String name,
    String title,
    Transport transport,
    int ranks,
    List<String> program,
    boolean clock,
    double most)
    implements Row {
  private static final int ROUNDS = 9;

  /** From here on the processor's time must be in proportion, too. */
  private static final double LONG_SECONDS = 2;

  private static final double MOST_PROCESSOR = 1.25;

  @Override
  public String unit() {
    return "s";
  }

  @Override
  public String target() {
    return "<= " + Figures.number(most);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(Contender.OB1J, Contender.OPENMPI_JAVA);
  }

  @Override
  public int rounds() {
    return ROUNDS;
  }

  @Override
  public List<String> command(Launch launch, Contender contender, boolean quick) {
    List<String> command =
        new ArrayList<>(List.of(launch.reference().jobTime(), launch.time().toString()));
    command.addAll(launch.launcher(contender, ranks, transport));
    command.addAll(launch.openMpiYields(contender, ranks));
    command.addAll(launch.cold(contender, program));
    if (clock) {
      command.addAll(List.of("--samples", launch.samples().toString()));
    }
    return command;
  }

  @Override
  public double figure(Run run) {
    return clock ? run.samples().get(0).value() : run.time().seconds();
  }

  @Override
  public Outcome outcome(RowResult result) {
    double own = Statistics.median(result.figures(Contender.OB1J));
    double other = Statistics.median(result.figures(reference()));
    double processor = median(result, Contender.OB1J, Run.JobTime::ranksSeconds);
    double otherProcessor = median(result, reference(), Run.JobTime::ranksSeconds);
    boolean tooMuch = !clock && other > LONG_SECONDS && processor > MOST_PROCESSOR * otherProcessor;
    String detail =
        String.format(
            Locale.ROOT,
            "CPU %.2f, %.2f s%s; launchers' %.2f, %.2f",
            processor,
            otherProcessor,
            tooMuch ? " (too much)" : "",
            median(result, Contender.OB1J, Run.JobTime::launcherSeconds),
            median(result, reference(), Run.JobTime::launcherSeconds));
    double ratio = own / other;
    return new Outcome(own, other, ratio, detail, ratio <= most && !tooMuch);
  }

  /** The same row with another bound. */
  public ColdRow with(double bound) {
    return new ColdRow(name, title, transport, ranks, program, clock, bound);
  }

  private static double median(
      RowResult result, Contender contender, ToDoubleFunction<Run.JobTime> time) {
    return Statistics.median(
        result.runs(contender).stream().map(Run::time).mapToDouble(time).toArray());
  }
}
