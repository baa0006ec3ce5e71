package osu.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.launch.Reference;
import osu.compare.machine.Busy;
import osu.compare.machine.CoreDistance;
import osu.compare.machine.Machine;
import osu.compare.report.Charts;
import osu.compare.report.KeptSamples;
import osu.compare.report.OsuBars;
import osu.compare.report.OsuPicture;
import osu.compare.report.Results;
import osu.compare.report.Table;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.run.Run;
import osu.compare.run.RunException;
import osu.compare.run.Runner;
import osu.compare.table.RowTable;
import osu.options.UsageException;

/**
 * Runs ob1j and Open MPI in turn and says which targets are reached; {@code ./bench} starts it.
 *
 * <p>In every round each row's contenders run one after the other, so that a machine that drifts
 * drifts for all of them; only ratios count. A virtual machine may drift by leaps: see {@link
 * CoreDistance}.
 */
public final class Comparison {
  private static final long RUN_LIMIT_SECONDS = 300;
  private static final double QUIET_LOAD = 0.5;

  /** How often a row is run in one round, at most. */
  private static final int MAX_ATTEMPTS = 4;

  private static final String NOT_QUIET =
      "The machine was not quiet: these figures are noise, passes and misses alike.";

  private final Arguments arguments;
  private final Path root;
  private final Reference reference;
  private CoreDistance distance;
  private Launch launch;

  private Comparison(Arguments arguments, Path root, Reference reference) {
    this.arguments = arguments;
    this.root = root;
    this.reference = reference;
  }

  /**
   * The program. Exit code 0, 1 if a row could not be run or, with --strict, missed its target, 2
   * for bad usage.
   */
  public static void main(String[] words) throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("ob1j.root", ".")).toAbsolutePath().normalize();
    Arguments arguments;
    try {
      arguments = Arguments.parse(RowTable.rows(), words);
    } catch (UsageException e) {
      System.err.println("bench: " + e.getMessage());
      System.err.print(Arguments.USAGE);
      System.exit(2);
      return;
    }
    if (arguments.help()) {
      System.out.print(Arguments.USAGE);
    } else if (arguments.list()) {
      list(arguments.rows());
    } else if (arguments.kept() != null) {
      System.exit(drawKept(arguments.kept()));
    } else {
      Reference reference = reference(root);
      if (arguments.besideMpj() && (reference == null || reference.mpjExpress() == null)) {
        System.err.println(
            "bench: --beside mpj: MPJ Express is not there; on Debian: apt-get install libmpj-java");
        System.exit(2);
      }
      System.exit(new Comparison(arguments, root, reference).run());
    }
  }

  private static int drawKept(Path file) throws IOException {
    KeptSamples kept;
    try {
      kept = KeptSamples.read(file, RowTable.rows());
    } catch (UsageException e) {
      System.err.println("bench: " + e.getMessage());
      return 2;
    }
    return draw(kept.results(), file, kept.origin()) ? 0 : 1;
  }

  /** Draws into a folder beside the file of samples. */
  private static boolean draw(List<RowResult> results, Path samples, String origin)
      throws IOException {
    String name = samples.getFileName().toString().replaceFirst("\\.csv$", "");
    Path folder = samples.resolveSibling(name);
    OsuBars bars = OsuBars.of(results);
    if (!bars.isEmpty()) {
      System.out.println("chart: " + OsuPicture.draw(bars, folder, origin));
    }
    if (Charts.groups(results).isEmpty()) {
      return true;
    }
    if (!Charts.isPossible()) {
      System.err.println(
          "bench: Java finds no fonts for the charts; on Debian: apt-get install"
              + " fontconfig fonts-dejavu-core");
      return false;
    }
    for (Path chart : Charts.draw(results, folder, origin)) {
      System.out.println("chart: " + chart);
    }
    return true;
  }

  private static void list(List<Row> rows) {
    for (Row row : rows) {
      System.out.printf(
          Locale.ROOT,
          "%-32s %-50s %8s × %s%n",
          row.name(),
          row.title(),
          row.target(),
          row.reference().label());
    }
  }

  /** Without Open MPI the rows that need it are not run, and the others are. */
  private static Reference reference(Path root) throws IOException {
    Path cache = root.resolve("osu-java/target/reference");
    return Files.exists(cache.resolve("environment")) ? Reference.read(cache) : null;
  }

  private int run() throws IOException, InterruptedException {
    String commit = Machine.commit(root);
    double load = Machine.load();
    String machine =
        Machine.describe()
            + versions()
            + ", "
            + LocalDate.now()
            + ", load "
            + load
            + " at the start";
    System.out.println("commit " + commit + "; " + machine);
    if (load > QUIET_LOAD) {
      System.out.println(NOT_QUIET);
    }
    boolean drawn = true;
    List<RowResult> results = arguments.rows().stream().map(RowResult::new).toList();
    try (Results samples = new Results(root.resolve("bench-results"), commit, machine);
        Runner runner = new Runner(RUN_LIMIT_SECONDS)) {
      distance = CoreDistance.measure();
      launch =
          new Launch(root, arguments.before(), reference, runner.samplesFile(), runner.timeFile());
      int most = results.stream().mapToInt(this::rounds).max().orElse(0);
      for (int round = 1; round <= most; round++) {
        for (RowResult result : results) {
          if (round <= rounds(result) && !result.failed()) {
            runRound(round, result, runner, samples);
          }
        }
      }
      print(results, commit);
      if (load > QUIET_LOAD) {
        System.out.println(NOT_QUIET);
      }
      System.out.println("samples: " + root.relativize(samples.file()));
      if (arguments.plot()) {
        drawn = draw(results, samples.file(), "commit " + commit + "; " + machine);
      }
    }
    boolean complete = drawn && results.stream().noneMatch(RowResult::failed);
    boolean reached = complete && results.stream().allMatch(result -> result.outcome().passed());
    return !complete || (arguments.strict() && !reached) ? 1 : 0;
  }

  /** Of what ob1j is compared with, each after a comma. */
  private String versions() {
    if (reference == null) {
      return "";
    }
    String versions = ", Open MPI " + reference.version();
    return arguments.besideMpj()
        ? versions + ", MPJ Express " + reference.mpjExpress().version()
        : versions;
  }

  private int rounds(RowResult result) {
    return arguments.rounds() > 0 ? arguments.rounds() : result.row().rounds();
  }

  /** Runs a row's contenders, again if the cores were moved meanwhile. */
  private void runRound(int round, RowResult result, Runner runner, Results samples)
      throws IOException, InterruptedException {
    Map<Contender, Run> runs = new LinkedHashMap<>();
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      runs.clear();
      boolean moved = runContenders(round, result, runner, runs);
      if (result.failed()) {
        return;
      }
      if (!moved) {
        break;
      }
      System.err.printf(
          "round %d  %-32s the cores were moved, now they are %s apart; %s%n",
          round,
          result.row().name(),
          distance,
          attempt < MAX_ATTEMPTS ? "once more" : "these figures stay");
    }
    for (Map.Entry<Contender, Run> entry : runs.entrySet()) {
      samples.add(round, result.row(), entry.getKey(), entry.getValue());
      result.add(entry.getKey(), entry.getValue());
    }
  }

  /**
   * Runs a row's contenders one after the other, up to the first without which it has no result.
   *
   * @param all where their runs go
   * @return whether the cores were moved meanwhile
   */
  private boolean runContenders(int round, RowResult result, Runner runner, Map<Contender, Run> all)
      throws IOException, InterruptedException {
    Row row = result.row();
    boolean moved = false;
    for (Contender contender : result.contenders()) {
      if (result.leftOut().containsKey(contender)) {
        continue;
      }
      if (contender.isOpenMpi() && reference == null) {
        result.fail("Open MPI is not prepared: run osu-java/reference/prepare.sh");
        return moved;
      }
      Busy busy = new Busy(row.busyProcesses());
      try {
        Run run = runner.run(row.command(launch, contender, arguments.quick()));
        all.put(contender, run);
        progress(round, row, contender, row.figure(run));
      } catch (RunException e) {
        if (contender.mayFail()) {
          result.leaveOut(contender, e.getMessage());
          System.err.printf(
              "round %d  %-32s %-12s no figure%n", round, row.name(), contender.label());
          continue;
        }
        result.fail(contender.label() + ": " + e.getMessage());
        return moved;
      } finally {
        busy.end();
      }
      CoreDistance before = distance;
      distance = CoreDistance.measure();
      moved |= !distance.isLike(before);
    }
    return moved;
  }

  private static void progress(int round, Row row, Contender contender, double figure) {
    System.err.printf(
        Locale.ROOT,
        "round %d  %-32s %-12s %10.3f %s%n",
        round,
        row.name(),
        contender.label(),
        figure,
        row.unit());
  }

  private void print(List<RowResult> results, String commit) {
    System.out.println();
    System.out.println(Table.heading());
    for (RowResult result : results) {
      System.out.println(Table.format(result));
    }
    for (RowResult result : results) {
      if (result.failed()) {
        System.out.println("not run: " + result.row().name() + ": " + result.error());
      }
      for (Map.Entry<Contender, String> entry : result.leftOut().entrySet()) {
        String whose = result.row().name() + ": " + entry.getKey().label();
        System.out.println("no figure: " + whose + ": " + entry.getValue());
      }
    }
    System.out.println(
        "commit "
            + commit
            + (arguments.rounds() > 0 ? ", rounds: " + arguments.rounds() : "")
            + (arguments.quick() ? ", quick: a first look, not a result" : ""));
  }
}
