package osu.count;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the bytecodes that the calls of a message take, exactly; {@code ./bench --bytecodes}
 * starts it. The counting is done by an agent in C, which is compiled here.
 */
public final class Bytecodes {
  static final String USAGE =
      """
      Usage: ./bench --bytecodes [--list] [--mca NAME VALUE]... [BYTES]...
      Counts the bytecodes that sends and receives of these lengths (8 and 1024) execute in the
      interpreter, the JDK's own included, over shared memory or what --mca btl says.
        --list  print each method's share
      """;

  private Bytecodes() {}

  /** The program. Exit code 2 for bad usage, 1 if the job failed or nothing can compile C. */
  public static void main(String[] words) throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("ob1j.root", "."));
    List<String> parameters = new ArrayList<>(List.of("--mca", "btl", "sm,self"));
    List<String> sizes = new ArrayList<>();
    boolean list = false;
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--list")) {
        list = true;
      } else if (words[i].equals("--mca") && i + 2 < words.length) {
        parameters.addAll(List.of("--mca", words[++i], words[++i]));
      } else if (words[i].matches("[0-9]{1,9}")) {
        sizes.add(words[i]);
      } else {
        System.err.print(USAGE);
        System.exit(2);
      }
    }
    Path agent = compileAgent(root);
    if (agent == null) {
      System.err.println("bench: there is no C compiler (cc), so bytecodes cannot be counted");
      System.exit(1);
    }
    Path gate = Files.createTempFile("ob1j-gate", "");
    List<String> job = new ArrayList<>(List.of(root.resolve("mpirun").toString(), "-n", "2"));
    job.addAll(parameters);
    job.addAll(command(agent, root));
    job.addAll(List.of(gate.toString(), String.valueOf(list)));
    job.addAll(sizes.isEmpty() ? List.of("8", "1024") : sizes);
    int exitCode = new ProcessBuilder(job).inheritIO().start().waitFor();
    Files.delete(gate);
    System.exit(exitCode == 0 ? 0 : 1);
  }

  private static List<String> command(Path agent, Path root) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xint",
        "-agentpath:" + agent,
        "-cp",
        root.resolve("osu-java/target/classes").toString(),
        CountedMessages.class.getName());
  }

  /**
   * Compiles the agent, unless that has been done.
   *
   * @return the library, or null where there is no compiler
   * @throws IOException if it does not compile
   */
  public static Path compileAgent(Path root) throws IOException, InterruptedException {
    Path source = root.resolve("osu-java/src/main/native/bytecodes.c");
    Path library = root.resolve("osu-java/target/native/libbytecodes.so");
    if (Files.exists(library)
        && Files.getLastModifiedTime(library).compareTo(Files.getLastModifiedTime(source)) > 0) {
      return library;
    }
    Files.createDirectories(library.getParent());
    Path headers = Path.of(System.getProperty("java.home"), "include");
    ProcessBuilder compiler =
        new ProcessBuilder(
            "cc",
            "-std=gnu11",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-I" + headers,
            "-I" + headers.resolve("linux"),
            "-o",
            library.toString(),
            source.toString());
    Process process;
    try {
      process = compiler.inheritIO().start();
    } catch (IOException noCompiler) {
      return null;
    }
    if (process.waitFor() != 0) {
      throw new IOException(source + " does not compile");
    }
    return library;
  }
}
