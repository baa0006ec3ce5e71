package osu.compare.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Open MPI as {@code osu-java/reference/prepare.sh} left it, and MPJ Express if it is installed.
 *
 * @param mpirun its launcher
 * @param program the loops in C
 * @param classes its package mpi
 * @param jobTime what times a job
 * @param libraryPath the folder of its libmpi_java.so
 * @param version its version; may be empty
 * @param mpjExpress null if it is not installed
 */
public record Reference(
    String mpirun,
    String program,
    String classes,
    String jobTime,
    String libraryPath,
    String version,
    MpjExpress mpjExpress) {

  /**
   * MPJ Express.
   *
   * @param home what its variable MPJ_HOME must be
   * @param path the class path of the JVM in which its ranks are threads
   * @param classes the benchmarks in its package mpi
   */
  public record MpjExpress(String home, String path, String classes, String version) {}

  /**
   * Reads what the script wrote.
   *
   * @throws IOException if it did not run to its end
   */
  public static Reference read(Path cache) throws IOException {
    Map<String, String> values = new HashMap<>();
    List<String> lines = Files.readAllLines(cache.resolve("environment"));
    for (String line : lines) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    if (!values.containsKey("MPIRUN") || !values.containsKey("LIBRARY_PATH")) {
      throw new IOException(cache.resolve("environment") + " lacks MPIRUN or LIBRARY_PATH");
    }
    return new Reference(
        values.get("MPIRUN"),
        cache.resolve("reference").toString(),
        cache.resolve("classes").toString(),
        cache.resolve("jobtime").toString(),
        values.get("LIBRARY_PATH"),
        values.getOrDefault("OPENMPI_VERSION", ""),
        mpjExpress(cache, values));
  }

  private static MpjExpress mpjExpress(Path cache, Map<String, String> values) {
    return values.containsKey("MPJ_HOME")
        ? new MpjExpress(
            values.get("MPJ_HOME"),
            values.get("MPJ_PATH"),
            cache.resolve("mpj").toString(),
            values.get("MPJ_VERSION"))
        : null;
  }
}
