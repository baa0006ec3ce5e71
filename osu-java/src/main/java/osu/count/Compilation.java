package osu.count;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Runs a job and prints what the JIT did in each of its JVMs; {@code ./bench --compilation} starts
 * it.
 */
public final class Compilation {
  static final String USAGE =
      """
      Usage: ./bench --compilation [--list] [--launcher COMMAND] [MPIRUN-OPTION]... java ...
      Runs a job under mpirun and prints for each of its JVMs: uncommon traps that were taken,
      methods that C2 compiled, their code, the time that took, and methods that C1 compiled; then
      the most of each.
        --list              print each trap, and what C2 compiled by size
        --launcher COMMAND  instead of this folder's mpirun: mpirun.openmpi
      """;

  private static final String ROW = "%-12s %7s %7s %8s %7s %7s%n";

  private Compilation() {}

  /** The program. Exit code 2 for bad usage, 1 if the job failed. */
  public static void main(String[] words) throws IOException, InterruptedException {
    boolean list = false;
    String launcher = Path.of(System.getProperty("ob1j.root", "."), "mpirun").toString();
    int next = 0;
    for (; next < words.length && words[next].matches("--list|--launcher"); next++) {
      if (words[next].equals("--list")) {
        list = true;
      } else if (next + 1 < words.length) {
        launcher = words[++next];
      }
    }
    List<String> job = new ArrayList<>(List.of(words).subList(next, words.length));
    job.add(0, launcher);
    Path folder = Files.createTempDirectory("ob1j-compilation");
    if (!addOptions(job, folder)) {
      System.err.print(USAGE);
      System.exit(2);
    }
    int exitCode = new ProcessBuilder(job).inheritIO().start().waitFor();
    if (exitCode != 0) {
      System.err.println("bench: the job ended with " + exitCode + "; its logs are in " + folder);
      System.exit(1);
    }
    List<CompilationLog> logs = readAll(folder);
    if (list) {
      logs.forEach(Compilation::list);
    }
    System.out.print(table(logs));
  }

  /**
   * Lets each java of a job write a log into the folder; a java without a path is that of this JVM.
   *
   * @return false if there is none
   */
  public static boolean addOptions(List<String> job, Path folder) {
    boolean found = false;
    for (int i = job.size() - 1; i >= 0; i--) {
      if (job.get(i).matches("(.*/)?java")) {
        found = true;
        if (job.get(i).equals("java")) {
          job.set(i, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        }
        job.addAll(
            i + 1,
            List.of(
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+LogCompilation",
                "-XX:LogFile=" + folder.resolve("%p.xml")));
      }
    }
    return found;
  }

  /** Reads the logs of a job that has ended, and deletes them. */
  public static List<CompilationLog> readAll(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.sorted(Comparator.comparing(Path::toString)).toList();
    }
    List<CompilationLog> logs = new ArrayList<>();
    for (Path file : files) {
      logs.add(CompilationLog.read(file));
      Files.delete(file);
    }
    Files.delete(folder);
    return logs;
  }

  /** A line for each JVM, and one with the most of each count. */
  public static String table(List<CompilationLog> logs) {
    StringBuilder text = new StringBuilder(row("JVM", "traps", "C2", "C2 MB", "C2 s", "C1"));
    for (int i = 0; i < logs.size(); i++) {
      text.append(row(String.valueOf(i), List.of(logs.get(i))));
    }
    return text.append(row("the most", logs)).toString();
  }

  private static String row(String name, List<CompilationLog> logs) {
    return row(
        name,
        logs.stream().mapToInt(log -> log.traps().size()).max().orElse(0),
        logs.stream().mapToInt(CompilationLog::c2Count).max().orElse(0),
        decimal(logs.stream().mapToLong(CompilationLog::c2Bytes).max().orElse(0) * 1e-6, 3),
        decimal(logs.stream().mapToDouble(CompilationLog::c2Seconds).max().orElse(0), 2),
        logs.stream().mapToInt(CompilationLog::c1Count).max().orElse(0));
  }

  private static String row(Object... columns) {
    return String.format(Locale.ROOT, ROW, columns);
  }

  private static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private static void list(CompilationLog log) {
    System.out.println("traps: second, reason, place, what was left");
    System.out.println(
        log.traps().stream()
            .map(
                trap ->
                    String.format(
                        Locale.ROOT,
                        "%9.3f %-22s %s in %s",
                        trap.seconds(),
                        trap.reason(),
                        trap.place(),
                        trap.compilation()))
            .collect(joining("\n")));
    System.out.println("C2: bytes, second, method");
    System.out.println(
        log.compiled().stream()
            .filter(CompilationLog.Compiled::byC2)
            .sorted(Comparator.comparing(CompilationLog.Compiled::bytes).reversed())
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "%9d %9.3f %s%s",
                        each.bytes(),
                        each.seconds(),
                        each.method(),
                        each.osr() ? " (OSR)" : ""))
            .collect(joining("\n")));
    System.out.println();
  }
}
