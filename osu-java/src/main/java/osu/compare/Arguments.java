package osu.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import osu.compare.row.Row;
import osu.compare.row.ScheduleRow;
import osu.compare.row.SteadyRow;
import osu.options.UsageException;

/**
 * The command line of {@code ./bench}.
 *
 * @param rounds how often every row is run, or 0 for what each row needs
 * @param rows what to run, in the table's order
 * @param before another folder of ob1j that rows of the steady state are held against, or null
 * @param besideMpj whether MPJ Express is run, too
 * @param quick whether to run a fraction of each row's work
 * @param strict whether a row that misses its target makes the exit code 1
 * @param list whether only the rows are wanted
 * @param plot whether charts are wanted
 * @param kept samples to draw instead of measuring, or null
 * @param help whether only the usage is wanted
 */
record Arguments(
    int rounds,
    List<Row> rows,
    Path before,
    boolean besideMpj,
    boolean quick,
    boolean strict,
    boolean list,
    boolean plot,
    Path kept,
    boolean help) {

  static final String USAGE =
      """
      Usage: ./bench [--rounds N] [--rows NAME...] [--before FOLDER] [--beside mpj] [--quick]
                     [--strict] [--list] [--plot [SAMPLES]]
             ./bench --allocation | --compilation ... | --bytecodes ...
      Runs ob1j and Open MPI (C library and Java bindings) in turn and holds the ratio of their
      figures against each row's target: by OSU's schedule (osu), of whole jobs (cold), in the
      steady state (shm, tcp), beside other work (busy1, busy2). Wants a machine that does nothing
      else. Ranks run on the java of JAVA_HOME, or that in PATH.
        --rounds N       rounds of all rows; figures are medians over rounds (3; of whole jobs 9;
                         --quick: 1)
        --rows NAME...   only rows whose names begin so: osu-shm, cold, shm-latency-64K
        --before FOLDER  hold rows of the steady state against the ob1j of another folder: at most
                         1.2 times its time
        --beside mpj     run MPJ Express (Debian: libmpj-java), too, and only the rows that it has:
                         arrays over shared memory by OSU's schedule. It is shown, not judged by
        --quick          less warm-up, a tenth of the chunks, sizes to 64 KiB: a first look, not a
                         result
        --strict         exit code 1 if a row misses its target
        --list           print the rows and their targets
        --plot [SAMPLES] draw charts beside the samples: of the steady state (PNG, SVG), and of
                         arrays by OSU's schedule (osu.svg, README's picture); with the name of
                         a file of samples draw these and measure nothing
        -h, --help       this text
      Raw samples are kept in bench-results/.
      """;

  private static final int MOST_ROUNDS = 1000;

  static Arguments parse(List<Row> table, String... words) throws UsageException {
    int rounds = 0;
    List<String> wanted = new ArrayList<>();
    Path before = null;
    boolean besideMpj = false;
    boolean quick = false;
    boolean strict = false;
    boolean list = false;
    boolean plot = false;
    Path kept = null;
    boolean help = false;
    for (int i = 0; i < words.length; i++) {
      switch (words[i]) {
        case "--rounds" -> rounds = rounds(words, ++i);
        case "--rows" -> {
          int first = i + 1;
          while (i + 1 < words.length && !words[i + 1].startsWith("-")) {
            wanted.add(words[++i]);
          }
          if (i < first) {
            throw new UsageException("--rows needs the name of a row or its beginning");
          }
        }
        case "--before" -> before = folder(words, ++i);
        case "--beside" -> besideMpj = mpj(words, ++i);
        case "--quick" -> quick = true;
        case "--strict" -> strict = true;
        case "--list" -> list = true;
        case "--plot" -> {
          plot = true;
          if (i + 1 < words.length && !words[i + 1].startsWith("-")) {
            kept = Path.of(words[++i]);
          }
        }
        case "-h", "--help" -> help = true;
        default -> throw new UsageException("unknown option " + words[i]);
      }
    }
    int chosen = rounds == 0 && quick ? 1 : rounds;
    List<Row> rows = select(table, wanted);
    if (before != null) {
      rows = rows.stream().map(Arguments::heldAgainstBefore).toList();
    }
    if (besideMpj) {
      rows = besideMpjExpress(rows);
    }
    return new Arguments(chosen, rows, before, besideMpj, quick, strict, list, plot, kept, help);
  }

  private static Row heldAgainstBefore(Row row) {
    return row instanceof SteadyRow steady ? steady.heldAgainstBefore() : row;
  }

  private static List<Row> besideMpjExpress(List<Row> rows) throws UsageException {
    List<Row> those = new ArrayList<>();
    for (Row row : rows) {
      if (row instanceof ScheduleRow schedule && schedule.isOfPlainArrays()) {
        those.add(schedule.besideMpjExpress());
      }
    }
    if (those.isEmpty()) {
      throw new UsageException("--beside mpj: MPJ Express has none of these rows");
    }
    return those;
  }

  private static boolean mpj(String[] words, int place) throws UsageException {
    String text = place < words.length ? words[place] : "missing";
    if (!text.equals("mpj")) {
      throw new UsageException("--beside is " + text + "; it must be mpj");
    }
    return true;
  }

  private static Path folder(String[] words, int place) throws UsageException {
    String text = place < words.length ? words[place] : "missing";
    Path folder = Path.of(text).toAbsolutePath();
    if (!Files.isExecutable(folder.resolve("mpirun"))) {
      throw new UsageException("--before is " + text + "; it must be a folder with mpirun in it");
    }
    return folder;
  }

  private static int rounds(String[] words, int place) throws UsageException {
    String text = place < words.length ? words[place] : "missing";
    if (!text.matches("[0-9]{1,4}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MOST_ROUNDS) {
      throw new UsageException(
          "--rounds is " + text + "; it must be a number from 1 to " + MOST_ROUNDS);
    }
    return Integer.parseInt(text);
  }

  private static List<Row> select(List<Row> table, List<String> wanted) throws UsageException {
    for (String name : wanted) {
      if (table.stream().noneMatch(row -> row.name().startsWith(name))) {
        List<String> names = table.stream().map(Row::name).toList();
        throw new UsageException(
            "--rows " + name + " selects nothing; there are " + String.join(", ", names));
      }
    }
    return table.stream()
        .filter(row -> wanted.isEmpty() || wanted.stream().anyMatch(row.name()::startsWith))
        .toList();
  }
}
