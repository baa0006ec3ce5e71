package org.ob1j.launcher.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * ob1j's files on this host, from which mpirun and its agents run.
 *
 * @param library the folder of the jars that ranks get; {@code launcher} in it has the others
 * @param classPath the launcher's jars, as names below the folder, in the order of the class path
 * @param java the JVM that runs mpirun
 * @param programs the folder of the programs that stand for others in a rank's PATH
 * @param archive the folder of class archives, or null
 */
public record Installation(
    Path library, List<String> classPath, Path java, Path programs, Path archive) {
  private static final int BUILD_DIGITS = 16;

  /** The one that this process runs from; null if ob1j's script has not started it. */
  public static Installation own() {
    String library = System.getProperty("ob1j.lib");
    String programs = System.getProperty("ob1j.rank.programs");
    String archive = System.getProperty("ob1j.archive");
    if (library == null || programs == null) {
      return null;
    }
    Path folder = Path.of(library);
    List<String> names = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (jar.startsWith(folder)) {
        names.add(folder.relativize(jar).toString());
      }
    }
    return new Installation(
        folder,
        names,
        Path.of(System.getProperty("java.home"), "bin", "java"),
        Path.of(programs),
        archive == null ? null : Path.of(archive).getParent());
  }

  /** Tells these jars from any others: their names and sizes, as a short number. */
  public String build() {
    StringBuilder all = new StringBuilder();
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String name : classPath) {
        all.append(name).append(' ').append(Files.size(library.resolve(name))).append('\n');
      }
      byte[] sum = digest.digest(all.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sum).substring(0, BUILD_DIGITS);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /**
   * The jars as a compressed archive for {@code tar}, with {@code lib} as its folder.
   *
   * @throws IOException if {@code tar} fails
   */
  public byte[] bundle() throws IOException {
    ProcessBuilder tar =
        new ProcessBuilder(
            "tar",
            "--transform",
            "s,^\\.,lib,;s,^" + programs.getFileName() + ",lib/ranks,",
            "--dereference",
            "-czf",
            "-",
            "-C",
            library.toString(),
            ".",
            "-C",
            programs.getParent().toString(),
            programs.getFileName().toString());
    tar.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = tar.start();
    byte[] bytes = process.getInputStream().readAllBytes();
    try {
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new IOException("tar of " + library + " ended with exit code " + exitCode);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while tar packs " + library);
    }
    return bytes;
  }
}
