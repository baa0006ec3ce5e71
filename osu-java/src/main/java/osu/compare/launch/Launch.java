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

  /**
   * MPJ Express with a number of ranks, up to the name of the benchmark: the JVM that its mpjrun
   * starts, whose threads are the ranks. Started by mpjrun it would run on the java in PATH,
   * outlive the end of mpjrun and have no exit code.
   */
  public List<String> mpjExpress(int ranks) {
    Reference.MpjExpress mpj = reference.mpjExpress();
    return List.of(
        "env",
        "MPJ_HOME=" + mpj.home(),
        ownJava(),
        "-cp",
        mpj.path(),
        "runtime.starter.MulticoreStarter",
        mpj.classes(),
        String.valueOf(ranks),
        "smpdev",
        "useLocalLoader",
        benchmarks(),
        "osu.mpj.Main");
  }

  /** This JVM's own java, with what is needed to find the benchmarks and the bindings. */
  public List<String> java(Contender contender) {
    return contender == Contender.OPENMPI_JAVA
        ? List.of(
            ownJava(),
            "-cp",
            reference.classes() + ":" + benchmarks(),
            "-Djava.library.path=" + reference.libraryPath())
        : List.of(ownJava(), "-cp", benchmarks());
  }

  private static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private String benchmarks() {
    return root.resolve("osu-java/target/classes").toString();
  }
}
