package osu.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that contenders run.
 *
 * @param root the repository
 * @param before another folder of ob1j, or null
 * @param reference what {@code osu-java/reference/prepare.sh} prepared, or null
 * @param samples where a benchmark puts its samples
 * @param time where the time of a job is put
 */
record Launch(Path root, Path before, Reference reference, Path samples, Path time) {

  /** A benchmark in the steady state, each rank on a core of its own where there are enough. */
  List<String> steady(SteadyRow row, Contender contender, Work work) {
    boolean plain = contender == Contender.OB1J_PLAIN;
    List<String> command =
        new ArrayList<>(launcher(contender, plain ? 2 : row.ranks(), row.transport()));
    if (contender.isOpenMpi()) {
      command.addAll(openMpiPlacement(row));
    } else {
      if (!plain) {
        command.addAll(parameters(row));
      }
      command.addAll(ob1jPlacement(row));
    }
    command.addAll(benchmark(row, contender));
    if (!plain) {
      command.addAll(row.options());
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

  /** A benchmark by OSU's schedule, as somebody starts it who knows no more options. */
  List<String> schedule(ScheduleRow row, Contender contender, boolean quick) {
    List<String> command = new ArrayList<>(launcher(contender, row.ranks(), row.transport()));
    command.addAll(openMpiYields(contender, row.ranks()));
    command.addAll(java(contender));
    command.addAll(List.of(row.loop().className(), "-a", row.buffers()));
    command.addAll(row.options());
    if (quick) {
      String least = row.options().isEmpty() ? "1" : "64";
      command.addAll(List.of("-m", least + ":65536"));
    }
    command.addAll(List.of("--samples", samples.toString()));
    return command;
  }

  /** A whole job that is timed. */
  List<String> job(ColdRow row, Contender contender) {
    List<String> command = new ArrayList<>(List.of(reference.jobTime(), time.toString()));
    command.addAll(launcher(contender, row.ranks(), row.transport()));
    command.addAll(openMpiYields(contender, row.ranks()));
    command.addAll(cold(contender, row.program()));
    if (row.clock()) {
      command.addAll(List.of("--samples", samples.toString()));
    }
    return command;
  }

  /** A job of two ranks that writes samples. */
  List<String> slices(SlicesRow row, Contender contender) {
    List<String> command = new ArrayList<>(launcher(contender, 2, null));
    command.addAll(cold(contender, row.program()));
    command.addAll(List.of("--samples", samples.toString()));
    return command;
  }

  private List<String> launcher(Contender contender, int ranks, Transport transport) {
    List<String> words = new ArrayList<>();
    if (contender.isOpenMpi()) {
      words.add(reference.mpirun());
    } else {
      Path folder = contender == Contender.OB1J_BEFORE ? before : root;
      words.add(folder.resolve("mpirun").toString());
    }
    words.addAll(List.of("-n", String.valueOf(ranks)));
    if (transport != null) {
      words.addAll(contender.isOpenMpi() ? transport.openMpiWords() : transport.ob1jWords());
    }
    return words;
  }

  private static List<String> parameters(SteadyRow row) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < row.parameters().size(); i += 2) {
      words.add("--mca");
      words.addAll(row.parameters().subList(i, i + 2));
    }
    return words;
  }

  /** More ranks than cores: a spinning rank would keep the core from the one it waits for. */
  private static List<String> openMpiYields(Contender contender, int ranks) {
    return contender.isOpenMpi() && ranks > 2
        ? List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1")
        : List.of();
  }

  private static List<String> openMpiPlacement(SteadyRow row) {
    List<String> words = new ArrayList<>(List.of("--bind-to", row.crowded() ? "none" : "core"));
    words.addAll(openMpiYields(Contender.OPENMPI_JAVA, row.ranks()));
    return words;
  }

  /** Silent ranks may share the cores of the two that are measured, as they leave them alone. */
  private static List<String> ob1jPlacement(SteadyRow row) {
    if (row.hasSilentRanks()) {
      return List.of("--bind-to", "core", "--oversubscribe");
    }
    return List.of("--bind-to", row.crowded() ? "none" : "core");
  }

  private List<String> benchmark(SteadyRow row, Contender contender) {
    if (contender == Contender.OPENMPI_C) {
      return List.of(reference.program(), row.loop().subcommand());
    }
    List<String> program = new ArrayList<>(java(contender));
    if (row.hasSilentRanks()) {
      // The timer of each JVM fires 20 times a second, and dozens of them would be what is
      // measured.
      program.add("-XX:-UsePerfData");
    }
    program.addAll(List.of(row.loop().className(), "-a", row.buffers()));
    return program;
  }

  private List<String> cold(Contender contender, List<String> program) {
    List<String> words = new ArrayList<>(java(contender));
    words.add("osu.cold." + program.get(0));
    words.addAll(program.subList(1, program.size()));
    return words;
  }

  /** This JVM's own java, with what is needed to find the benchmarks and the bindings. */
  private List<String> java(Contender contender) {
    String benchmarks = root.resolve("osu-java/target/classes").toString();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return contender == Contender.OPENMPI_JAVA
        ? List.of(
            java,
            "-cp",
            reference.classes() + ":" + benchmarks,
            "-Djava.library.path=" + reference.libraryPath())
        : List.of(java, "-cp", benchmarks);
  }
}
