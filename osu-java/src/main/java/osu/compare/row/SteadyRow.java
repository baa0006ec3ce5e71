package osu.compare.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.launch.Transport;
import osu.compare.run.Run;
import osu.report.Statistics;

/**
 * A benchmark in the steady state, of one size.
 *
 * @param name what {@code --rows} selects it by
 * @param transport what the messages travel over
 * @param title what is measured
 * @param loop the benchmark
 * @param bytes the message size
 * @param buffers where messages lie: array, heap or direct
 * @param ranks how many ranks run; in a benchmark of two the others are silent
 * @param work how much is run
 * @param reference whose figure ob1j is held against
 * @param wanted the ratio to the reference that must be reached: at least, or at most, as the
 *     loop's figure says
 * @param alsoShown contenders that are measured and shown, but not judged by
 * @param parameters ob1j's, as names and values in turn; {@link Contender#OB1J_PLAIN} has none
 * @param options of the benchmark beyond those of every row; {@link Contender#OB1J_PLAIN} has none
 */
public record SteadyRow(
    String name,
    Transport transport,
    String title,
    Loop loop,
    int bytes,
    String buffers,
    int ranks,
    Work work,
    Contender reference,
    double wanted,
    List<Contender> alsoShown,
    List<String> parameters,
    List<String> options)
    implements Row {

  /** A row without parameters and options of its own. */
  public SteadyRow(
      String name,
      Transport transport,
      String title,
      Loop loop,
      int bytes,
      String buffers,
      int ranks,
      Work work,
      Contender reference,
      double wanted,
      List<Contender> alsoShown) {
    this(
        name, transport, title, loop, bytes, buffers, ranks, work, reference, wanted, alsoShown,
        List.of(), List.of());
  }

  /** What it may lose against the ob1j of another folder. */
  private static final double MOST_LOSS = 1.2;

  @Override
  public String unit() {
    return loop.unit();
  }

  @Override
  public String target() {
    return (loop.moreIsBetter() ? ">= " : "<= ") + Figures.number(wanted);
  }

  @Override
  public List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>(List.of(Contender.OB1J, reference));
    contenders.addAll(alsoShown);
    return contenders;
  }

  @Override
  public int rounds() {
    return 3;
  }

  /** The same row held against the ob1j of another folder. */
  public SteadyRow heldAgainstBefore() {
    return heldAgainst(Contender.OB1J_BEFORE, loop.moreIsBetter() ? 1 / MOST_LOSS : MOST_LOSS);
  }

  /** The same row held against another contender, with a bound of its own. */
  public SteadyRow heldAgainst(Contender other, double bound) {
    List<Contender> shown = new ArrayList<>(List.of(reference));
    shown.addAll(alsoShown);
    shown.remove(other);
    return new SteadyRow(
        name,
        transport,
        title,
        loop,
        bytes,
        buffers,
        ranks,
        work,
        other,
        bound,
        shown,
        parameters,
        options);
  }

  @Override
  public List<String> command(Launch launch, Contender contender, boolean quick) {
    return command(launch, contender, quick ? work.quick() : work);
  }

  /** Each rank is on a core of its own where there are enough. */
  List<String> command(Launch launch, Contender contender, Work amount) {
    boolean plain = contender == Contender.OB1J_PLAIN;
    List<String> command =
        new ArrayList<>(launch.launcher(contender, plain ? 2 : ranks, transport));
    if (contender.isOpenMpi()) {
      command.addAll(openMpiPlacement(launch));
    } else {
      if (!plain) {
        command.addAll(parameterWords());
      }
      command.addAll(ob1jPlacement());
    }
    command.addAll(benchmark(launch, contender));
    if (!plain) {
      command.addAll(options);
    }
    command.addAll(
        List.of(
            "-m", bytes + ":" + bytes,
            "-i", String.valueOf(amount.iterations()),
            "-x", String.valueOf(amount.warmUpIterations()),
            "--chunks", String.valueOf(amount.chunks()),
            "--samples", launch.samples().toString()));
    return command;
  }

  private List<String> parameterWords() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i += 2) {
      words.add("--mca");
      words.addAll(parameters.subList(i, i + 2));
    }
    return words;
  }

  private List<String> openMpiPlacement(Launch launch) {
    List<String> words = new ArrayList<>(List.of("--bind-to", crowded() ? "none" : "core"));
    words.addAll(launch.openMpiYields(Contender.OPENMPI_JAVA, ranks));
    return words;
  }

  /** Silent ranks may share the cores of the two that are measured, as they leave them alone. */
  private List<String> ob1jPlacement() {
    if (hasSilentRanks()) {
      return List.of("--bind-to", "core", "--oversubscribe");
    }
    return List.of("--bind-to", crowded() ? "none" : "core");
  }

  private List<String> benchmark(Launch launch, Contender contender) {
    if (contender == Contender.OPENMPI_C) {
      return List.of(launch.reference().program(), loop.subcommand());
    }
    List<String> program = new ArrayList<>(launch.java(contender));
    if (hasSilentRanks()) {
      // The timer of each JVM fires 20 times a second, and dozens of them would be what is
      // measured.
      program.add("-XX:-UsePerfData");
    }
    program.addAll(List.of(loop.className(), "-a", buffers));
    return program;
  }

  @Override
  public double figure(Run run) {
    return loop.shown(Statistics.median(run.values()));
  }

  @Override
  public Outcome outcome(RowResult result) {
    Verdict verdict = Verdict.of(this, result.figures(Contender.OB1J), result.figures(reference));
    String detail =
        String.format(
            Locale.ROOT,
            "(%s-%s)",
            Figures.number(verdict.lowestRatio()),
            Figures.number(verdict.highestRatio()));
    for (Contender other : alsoShown) {
      double median = Statistics.median(result.figures(other));
      detail += ", " + other.label() + " " + Figures.number(median);
    }
    return new Outcome(
        verdict.figure(), verdict.referenceFigure(), verdict.ratio(), detail, verdict.passed());
  }

  /** More ranks than the two that are pinned to a core each. */
  public boolean crowded() {
    return ranks > 2;
  }

  /** Whether there are ranks that take no part in what is timed. */
  public boolean hasSilentRanks() {
    return crowded() && !loop.busyOnAllRanks();
  }
}
