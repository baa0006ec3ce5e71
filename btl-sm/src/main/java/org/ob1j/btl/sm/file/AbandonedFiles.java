package org.ob1j.btl.sm.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that still have their names, and whose jobs were killed, watchdog and all: before every
 * peer had opened them, or between the two system calls that make a file and take its name away.
 * Whoever creates a file that keeps its name locks it for as long as it has it open, and the kernel
 * lets go of the locks of the dead: what is not locked is nobody's, or about to lose its name.
 */
public final class AbandonedFiles {
  private AbandonedFiles() {}

  /**
   * Removes those of every job in a directory; none if this process must not list it.
   *
   * @param ofAnyLength also files that hold something, as those that keep their names do; else
   *     empty ones alone
   */
  public static void remove(Path directory, boolean ofAnyLength) throws IOException {
    // A pattern in place of this would load the classes of regular expressions in Init.
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (SharedFileNames.isOne(file.getFileName().toString())) {
          removeIfAbandoned(file, ofAnyLength);
        }
      }
    } catch (AccessDeniedException mayOnlyCreateFiles) {
      // Whoever may list it removes them.
    }
  }

  private static void removeIfAbandoned(Path file, boolean ofAnyLength) {
    try (FileChannel channel = FileChannel.open(file, READ, WRITE, NOFOLLOW_LINKS);
        FileLock lock = channel.tryLock()) {
      if (lock != null && (ofAnyLength || channel.size() == 0)) {
        Files.deleteIfExists(file);
      }
    } catch (OverlappingFileLockException ofThisProcess) {
      // Not abandoned.
    } catch (IOException notOurs) {
      // Another user's, or removed meanwhile: whoever owns it sees to it.
    }
  }
}
