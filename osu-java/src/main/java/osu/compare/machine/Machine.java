package osu.compare.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a figure must be read with: the commit, the JVM, the processor, and how quiet it is. */
public final class Machine {
  private Machine() {}

  /** The short commit id, with {@code -dirty} if the tree differs from it. */
  public static String commit(Path root) throws IOException, InterruptedException {
    String commit = output(root, "git", "rev-parse", "--short=12", "HEAD");
    if (commit.isEmpty()) {
      return "unknown";
    }
    return output(root, "git", "status", "--porcelain").isEmpty() ? commit : commit + "-dirty";
  }

  public static String describe() throws IOException {
    return Runtime.getRuntime().availableProcessors()
        + " × "
        + processor()
        + ", java "
        + System.getProperty("java.runtime.version");
  }

  /** How many processes wanted a core in the last minute, or -1 where the system does not say. */
  public static double load() throws IOException {
    Path file = Path.of("/proc/loadavg");
    return Files.exists(file) ? Double.parseDouble(Files.readString(file).split(" ")[0]) : -1;
  }

  private static String processor() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (!Files.exists(file)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  private static String output(Path root, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(List.of(command)).directory(root.toFile());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      // Without git, or outside a clone, there is no commit to name.
      return "";
    }
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() == 0 ? text : "";
  }
}
