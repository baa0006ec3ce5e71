package org.ob1j.tests.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a job has in {@code /dev/shm}, and what ranks were told in their environment. */
public final class JobFiles {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private JobFiles() {}

  /** The files of a job that have a name. */
  public static List<Path> of(String jobId) throws IOException {
    try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
      return files.filter(file -> file.getFileName().toString().contains(jobId)).toList();
    }
  }

  /** A variable of a process that is running; empty if it is not, or has none of that name. */
  public static Optional<String> variable(long process, String name) {
    try {
      String text =
          new String(
              Files.readAllBytes(Path.of("/proc/" + process + "/environ")),
              StandardCharsets.ISO_8859_1);
      return Arrays.stream(text.split("\0"))
          .filter(entry -> entry.startsWith(name + "="))
          .map(entry -> entry.substring(name.length() + 1))
          .findFirst();
    } catch (IOException ended) {
      return Optional.empty();
    }
  }
}
