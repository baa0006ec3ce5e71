package org.ob1j.runtime.parameter;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Reads the small files that users write for mpirun, and says why one cannot be read. */
public final class TextFile {
  /** More is a mistake, such as a device that never ends. */
  private static final int MAX_BYTES = 16 << 20;

  /** A file that the kernel makes while it is read is there at once. */
  private static final int MAX_WAIT_SECONDS = 2;

  private TextFile() {}

  /**
   * The lines of a file in UTF-8.
   *
   * @throws IOException for which {@link #reason} has words
   */
  public static String[] lines(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(bytes(file));
    return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString().split("\r\n|\n|\r");
  }

  /**
   * What is in a file; up to 16 MiB.
   *
   * @throws IOException for which {@link #reason} has words
   */
  public static byte[] bytes(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("it is a folder");
    }
    if (Files.exists(file) && !Files.isRegularFile(file) && !isOpenOrEmpty(file)) {
      throw new IOException("it is a device or a pipe, which may have no end; it must be a file");
    }
    boolean mayWait = Files.isRegularFile(file) && Files.size(file) == 0;
    return mayWait ? contentInTime(file) : content(file);
  }

  /** Of a file that is empty by its size, but may keep its reader waiting, as /proc/kmsg does. */
  private static byte[] contentInTime(Path file) throws IOException {
    FutureTask<byte[]> content =
        new FutureTask<>(
            new Callable<>() {
              @Override
              public byte[] call() throws IOException {
                return content(file);
              }
            });
    Thread reader = new Thread(content, "reader of a file");
    reader.setDaemon(true);
    reader.start();
    try {
      return content.get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new IOException(
          "it had no end within " + MAX_WAIT_SECONDS + " s; it must be a file that has one", late);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException why ? why : new IOException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the reading was interrupted");
    }
  }

  private static byte[] content(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("it is longer than " + (MAX_BYTES >> 20) + " MiB");
      }
      return bytes;
    }
  }

  /** Files that this process has open already, as for a shell's {@code <(command)}; /dev/null. */
  private static boolean isOpenOrEmpty(Path file) {
    return file.startsWith("/dev/fd")
        || file.startsWith("/dev/stdin")
        || file.startsWith("/dev/null")
        || file.startsWith("/proc/self/fd");
  }

  /** Why a file cannot be used, in words. */
  public static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "access is denied";
    }
    if (failure instanceof NotDirectoryException) {
      return "it is no folder";
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    String reason =
        failure instanceof FileSystemException of ? of.getReason() : failure.getMessage();
    return reason == null ? failure.toString() : reason;
  }
}
