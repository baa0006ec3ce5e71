package org.ob1j.launcher.agent;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ob1j.launcher.program.PreloadedFiles;
import org.ob1j.runtime.parameter.TextFile;

/**
 * The files of the job's programs on a host that they were sent to: below a folder that the job's
 * watchdog removes.
 */
final class ReceivedFiles implements Closeable {
  private final Path folder;
  private final Path packed;
  private final OutputStream out;

  private ReceivedFiles(Path folder, Path packed, OutputStream out) {
    this.folder = folder;
    this.packed = packed;
    this.out = out;
  }

  /**
   * Makes the folder.
   *
   * @param temporary where, which the watchdog must know
   * @throws IOException that names it, as those of other methods do
   */
  static ReceivedFiles begin(Path temporary, String jobId) throws IOException {
    try {
      // The name by which the watchdog knows it.
      Path folder = Files.createTempDirectory(temporary, "ob1j-" + jobId + "-");
      Path packed = folder.resolve("packed");
      return new ReceivedFiles(folder, packed, Files.newOutputStream(packed));
    } catch (IOException failure) {
      throw cannotKeep(temporary, failure);
    }
  }

  private static IOException cannotKeep(Path temporary, IOException failure) {
    return new IOException(
        "cannot keep the program's files, which --preload-binary sends, in "
            + temporary
            + ": "
            + TextFile.reason(failure),
        failure);
  }

  void add(byte[] bytes) throws IOException {
    try {
      out.write(bytes);
    } catch (IOException failure) {
      throw cannotKeep(folder.getParent(), failure);
    }
  }

  /** Unpacks all that has come; the folder below which it is. */
  Path end() throws IOException {
    try {
      out.close();
      Path root = Files.createDirectory(folder.resolve("files"));
      try (InputStream in = Files.newInputStream(packed)) {
        PreloadedFiles.unpack(in, root);
      }
      Files.delete(packed);
      return root;
    } catch (IOException failure) {
      throw cannotKeep(folder.getParent(), failure);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
