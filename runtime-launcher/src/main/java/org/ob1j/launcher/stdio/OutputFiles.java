package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.TextFile;

/**
 * The files of --output-filename, in Open MPI's layout: {@code FOLDER/1/rank.N/stdout} and {@code
 * stderr}, N with as many digits as the highest rank has.
 *
 * @param folder as the user gave it, without its qualifiers
 * @param copied whether the terminal gets the output, too; not with {@code :nocopy}
 * @param jobFolder whether the folder {@code 1} is there; not with {@code :nojobid}
 */
public record OutputFiles(Path folder, boolean copied, boolean jobFolder) {

  /** Reads the value of --output-filename: {@code FOLDER[:nocopy][:nojobid]}. */
  public static OutputFiles parse(String value) throws LaunchException {
    boolean copied = true;
    boolean jobFolder = true;
    String[] parts = value.split(":");
    for (int i = 1; i < parts.length; i++) {
      for (String qualifier : parts[i].split(",")) {
        switch (qualifier) {
          case "nocopy" -> copied = false;
          case "nojobid" -> jobFolder = false;
          default ->
              throw new LaunchException(
                  ExitCodes.USAGE,
                  "--output-filename has the qualifier '"
                      + qualifier
                      + "'; there are nocopy and nojobid");
        }
      }
    }
    if (parts.length == 0 || parts[0].isEmpty()) {
      throw new LaunchException(ExitCodes.USAGE, "--output-filename is '" + value + "': no folder");
    }
    return new OutputFiles(NativeText.absolutePath(parts[0]), copied, jobFolder);
  }

  Path fileOf(int rank, int size, String stream) {
    int digits = String.valueOf(size - 1).length();
    Path job = jobFolder ? folder.resolve("1") : folder;
    return job.resolve(String.format("rank.%0" + digits + "d", rank)).resolve(stream);
  }

  /**
   * Opens the file of a stream of a rank.
   *
   * @param terminal gets the same, if it is wanted there
   * @param onFailure told the file and the reason if it cannot be written any more
   */
  LineSink open(
      int rank, int size, String stream, LineSink terminal, BiConsumer<Path, IOException> onFailure)
      throws IOException {
    Path file = fileOf(rank, size, stream);
    OutputStream out;
    try {
      Files.createDirectories(file.getParent());
      out = Files.newOutputStream(file);
    } catch (NoSuchFileException failed) {
      // All folders above have been made or were there.
      throw new IOException(
          "--output-filename: the file system takes no folder " + NativeText.text(file.getParent()),
          failed);
    } catch (IOException failed) {
      throw new IOException(
          "--output-filename: "
              + NativeText.text(file)
              + " cannot be made: "
              + TextFile.reason(failed),
          failed);
    }
    OutputSink toFile = new OutputSink(out, failure -> onFailure.accept(file, failure));
    if (!copied) {
      return toFile;
    }
    return (bytes, offset, lengthBytes) -> {
      toFile.write(bytes, offset, lengthBytes);
      terminal.write(bytes, offset, lengthBytes);
    };
  }
}
