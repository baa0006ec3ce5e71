package osu.compare.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.launch.Transport;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.report.Statistics;

/**
 * A benchmark with all its sizes by OSU's schedule, on ob1j and on Open MPI's bindings. The ratio
 * of a size is that of times, so that less is better for bandwidths, too; the row's is the
 * geometric mean over the sizes. MPJ Express may be beside them, and is only shown.
 *
 * @param buffers buffer, array or heap
 * @param options of the benchmark beyond those of every row
 * @param most the geometric mean that must be reached
 * @param mostBad how many sizes may be above 3
 * @param withMpjExpress whether MPJ Express runs it, too
 */
public record ScheduleRow(
    String name,
    Transport transport,
    Loop loop,
    String buffers,
    int ranks,
    List<String> options,
    double most,
    int mostBad,
    boolean withMpjExpress)
    implements Row {

  /** A row without MPJ Express. */
  public ScheduleRow(
      String name,
      Transport transport,
      Loop loop,
      String buffers,
      int ranks,
      List<String> options,
      double most,
      int mostBad) {
    this(name, transport, loop, buffers, ranks, options, most, mostBad, false);
  }

  /** What no size may be above, and what few may be. */
  public static final double WORST = 10;

  private static final double BAD = 3;

  @Override
  public String title() {
    return "OSU " + loop.title() + ", " + ranks + " ranks, " + buffers + layout();
  }

  private String layout() {
    return options.isEmpty() ? "" : ", " + options.get(1);
  }

  @Override
  public String unit() {
    return loop.unit();
  }

  @Override
  public String target() {
    return "<= " + Figures.number(most);
  }

  @Override
  public List<Contender> contenders() {
    return withMpjExpress
        ? List.of(Contender.OB1J, Contender.OPENMPI_JAVA, Contender.MPJ_EXPRESS)
        : List.of(Contender.OB1J, Contender.OPENMPI_JAVA);
  }

  /** Whether it is of plain arrays over shared memory, which all Java contenders have. */
  public boolean isOfPlainArrays() {
    return transport == Transport.SHM && buffers.equals("array") && options.isEmpty();
  }

  /** The same row with MPJ Express, which runs {@linkplain #isOfPlainArrays plain arrays}. */
  public ScheduleRow besideMpjExpress() {
    return new ScheduleRow(name, transport, loop, buffers, ranks, options, most, mostBad, true);
  }

  @Override
  public int rounds() {
    return 3;
  }

  /** As somebody starts it who knows no more options. */
  @Override
  public List<String> command(Launch launch, Contender contender, boolean quick) {
    List<String> command = new ArrayList<>();
    if (contender == Contender.MPJ_EXPRESS) {
      command.addAll(launch.mpjExpress(ranks));
    } else {
      command.addAll(launch.launcher(contender, ranks, transport));
      command.addAll(launch.openMpiYields(contender, ranks));
      command.addAll(launch.java(contender));
    }
    command.addAll(List.of(loop.className(), "-a", buffers));
    command.addAll(options);
    if (quick) {
      String least = options.isEmpty() ? "1" : "64";
      command.addAll(List.of("-m", least + ":65536"));
    }
    command.addAll(List.of("--samples", launch.samples().toString()));
    return command;
  }

  @Override
  public double figure(Run run) {
    return loop.shown(geometricMean(run.values()));
  }

  @Override
  public Outcome outcome(RowResult result) {
    Map<Integer, Double> ratios = ratios(result, reference());
    double mean = geometricMean(ratios);
    int worst = ratios.keySet().stream().max((a, b) -> compare(ratios, a, b)).orElseThrow();
    long bad = ratios.values().stream().filter(ratio -> ratio > BAD).count();
    long worse = ratios.values().stream().filter(ratio -> ratio > WORST).count();
    String detail =
        String.format(
            Locale.ROOT,
            "worst %s at %s; %d above 3, %d above 10",
            Figures.number(ratios.get(worst)),
            Figures.size(worst),
            bad,
            worse);
    if (withMpjExpress) {
      OptionalDouble mpj = timeBy(result, Contender.MPJ_EXPRESS);
      detail += "; by MPJ Express's " + (mpj.isPresent() ? Figures.number(mpj.getAsDouble()) : "-");
    }
    return new Outcome(
        Statistics.median(result.figures(Contender.OB1J)),
        Statistics.median(result.figures(reference())),
        mean,
        detail,
        mean <= most && bad <= mostBad && worse == 0);
  }

  /**
   * ob1j's time by that of another contender: the geometric mean over the sizes, each the median
   * over the rounds. Nothing if one of the two lacks a round or a size: a mean over the others
   * would be of something else.
   */
  public OptionalDouble timeBy(RowResult result, Contender other) {
    if (!result.contenders().contains(other) || !hasAll(result, other)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(geometricMean(ratios(result, other)));
  }

  private static boolean hasAll(RowResult result, Contender other) {
    List<Run> runs = result.runs(Contender.OB1J);
    List<Run> others = result.runs(other);
    boolean all = !runs.isEmpty() && runs.size() == others.size();
    for (int round = 0; all && round < runs.size(); round++) {
      all = sizes(runs.get(round)).equals(sizes(others.get(round)));
    }
    return all;
  }

  private static List<Integer> sizes(Run run) {
    return run.samples().stream().map(Sample::key).toList();
  }

  private static int compare(Map<Integer, Double> ratios, int one, int other) {
    return Double.compare(ratios.get(one), ratios.get(other));
  }

  /** For each size the median over the rounds. */
  private Map<Integer, Double> ratios(RowResult result, Contender reference) {
    List<Run> runs = result.runs(Contender.OB1J);
    List<Run> others = result.runs(reference);
    Map<Integer, Double> ratios = new TreeMap<>();
    List<Sample> sizes = runs.get(0).samples();
    for (int i = 0; i < sizes.size(); i++) {
      double[] ofSize = new double[runs.size()];
      for (int round = 0; round < ofSize.length; round++) {
        double own = runs.get(round).samples().get(i).value();
        double other = others.get(round).samples().get(i).value();
        ofSize[round] = loop.moreIsBetter() ? other / own : own / other;
      }
      ratios.put(sizes.get(i).key(), Statistics.median(ofSize));
    }
    return ratios;
  }

  private static double geometricMean(Map<Integer, Double> ofSizes) {
    return geometricMean(ofSizes.values().stream().mapToDouble(each -> each).toArray());
  }

  private static double geometricMean(double... values) {
    double logarithms = 0;
    for (double value : values) {
      logarithms += Math.log(value);
    }
    return Math.exp(logarithms / values.length);
  }
}
