package osu.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line that runs a row's loop on a contender.
 *
 * @param root the repository
 * @param reference what {@code osu-java/reference/prepare.sh} prepared
 */
record Launch(Path root, Reference reference) {

  /**
   * @param samples where the benchmark puts its samples
   */
  List<String> command(Row row, Contender contender, Work work, Path samples) {
    List<String> command = new ArrayList<>();
    boolean plain = contender == Contender.OB1J_PLAIN;
    if (contender == Contender.UCX_PERFTEST) {
      command.add(root.resolve("osu-java/reference/ucx_perftest.sh").toString());
      command.add(row.transport().ucxTransports());
    } else {
      command.addAll(job(row, contender, plain));
    }
    command.addAll(
        List.of(
            "-m", row.bytes() + ":" + row.bytes(),
            "-i", String.valueOf(work.iterations()),
            "-x", String.valueOf(work.warmUpIterations()),
            "--chunks", String.valueOf(work.chunks()),
            "--samples", samples.toString()));
    return command;
  }

  private List<String> job(Row row, Contender contender, boolean plain) {
    List<String> command = new ArrayList<>();
    int ranks = plain ? 2 : row.ranks();
    if (contender.isOpenMpi()) {
      command.addAll(List.of(reference.mpirun(), "-n", String.valueOf(ranks)));
      command.addAll(row.transport().openMpiWords());
      command.addAll(openMpiPlacement(row));
    } else {
      command.addAll(List.of(root.resolve("mpirun").toString(), "-n", String.valueOf(ranks)));
      command.addAll(row.transport().ob1jWords());
      if (!plain) {
        command.addAll(ob1jParameters(row));
      }
      command.addAll(ob1jPlacement(row));
    }
    command.addAll(program(row, contender));
    if (!plain) {
      command.addAll(row.options());
    }
    return command;
  }

  private static List<String> ob1jParameters(Row row) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < row.parameters().size(); i += 2) {
      words.add("--mca");
      words.addAll(row.parameters().subList(i, i + 2));
    }
    return words;
  }

  /** More ranks than cores: a spinning rank would keep the core from the one it waits for. */
  private static List<String> openMpiPlacement(Row row) {
    return row.crowded()
        ? List.of("--bind-to", "none", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1")
        : List.of("--bind-to", "core");
  }

  /** Silent ranks may share the cores of the two that are measured, as they leave them alone. */
  private static List<String> ob1jPlacement(Row row) {
    if (row.hasSilentRanks()) {
      return List.of("--bind-to", "core", "--oversubscribe");
    }
    return List.of("--bind-to", row.crowded() ? "none" : "core");
  }

  private List<String> program(Row row, Contender contender) {
    String benchmarks = root.resolve("osu-java/target/classes").toString();
    if (contender == Contender.OPENMPI_C) {
      return List.of(reference.program(), row.loop().subcommand());
    }
    List<String> program = new ArrayList<>(List.of("java", "-cp"));
    if (contender == Contender.OPENMPI_JAVA) {
      program.add(reference.classes() + ":" + benchmarks);
      program.add("-Djava.library.path=" + reference.libraryPath());
    } else {
      program.add(benchmarks);
    }
    if (row.hasSilentRanks()) {
      // The timer of each JVM fires 20 times a second, and dozens of them would be what is
      // measured.
      program.add("-XX:-UsePerfData");
    }
    program.addAll(List.of(row.loop().className(), "-a", row.buffers()));
    return program;
  }
}
