package osu.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import osu.UsageException;

/**
 * The command line of {@code ./bench}.
 *
 * @param rounds how often every row is run
 * @param rows what to run, in the table's order
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
    boolean quick,
    boolean strict,
    boolean list,
    boolean plot,
    Path kept,
    boolean help) {

  static final String USAGE =
      """
      Usage: ./bench [--rounds N] [--rows NAME...] [--quick] [--strict] [--list]
                     [--plot [SAMPLES]]
      Runs ob1j and Open MPI (C library and Java bindings) in turn and holds the ratio of their
      medians against each row's target. Wants a machine that does nothing else.
        --rounds N       rounds of all rows; figures are medians over rounds (3; --quick: 1)
        --rows NAME...   only rows whose names begin so: tcp, shm-rdma, shm-latency-64K
        --quick          less warm-up and a tenth of the chunks: a first look, not a result
        --strict         exit code 1 if a row misses its target
        --list           print the rows and their targets
        --plot [SAMPLES] draw charts (PNG, SVG) beside the samples; with the name of a file of
                         samples draw these and measure nothing
        -h, --help       this text
      Raw samples are kept in bench-results/.
      """;

  private static final int MOST_ROUNDS = 1000;

  static Arguments parse(List<Row> table, String... words) throws UsageException {
    int rounds = 0;
    List<String> wanted = new ArrayList<>();
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
    int chosen = rounds > 0 ? rounds : quick ? 1 : 3;
    return new Arguments(chosen, select(table, wanted), quick, strict, list, plot, kept, help);
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
