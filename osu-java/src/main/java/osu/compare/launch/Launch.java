package osu.compare.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the commands are made of that contenders run.
 *
 * @param root the repository
 * @param before another folder of ob1j, or null
 * @param reference what {@code osu-java/reference/prepare.sh} prepared, or null
 * @param samples where a benchmark puts its samples
 * @param time where the time of a job is put
 */
public record Launch(Path root, Path before, Reference reference, Path samples, Path time) {

  /** The launcher with a number of ranks; {@code transport} may be null. */
  public List<String> launcher(Contender contender, int ranks, Transport transport) {
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

  /** More ranks than cores: a spinning rank would keep the core from the one it waits for. */
  public List<String> openMpiYields(Contender contender, int ranks) {
    return contender.isOpenMpi() && ranks > 2
        ? List.of("--oversubscribe", "--mca", "mpi_yield_when_idle", "1")
        : List.of();
  }

  /** A program of package {@code osu.cold}: its class and its arguments. */
  public List<String> cold(Contender contender, List<String> program) {
    List<String> words = new ArrayList<>(java(contender));
    words.add("osu.cold." + program.get(0));
    words.addAll(program.subList(1, program.size()));
    return words;
  }

  /** This JVM's own java, with what is needed to find the benchmarks and the bindings. */
  public List<String> java(Contender contender) {
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
