package org.ob1j.tests.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;
import org.ob1j.runtime.job.Modex;

/** The modex of ranks that nobody has started but a test: files in a folder that they share. */
final class FolderModex implements Modex {
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final long PAUSE_NANOS = 5_000_000;

  private final Path folder;
  private final int rank;
  private final int size;
  private int fences;

  FolderModex(Path folder, int rank, int size) {
    this.folder = folder;
    this.rank = rank;
    this.size = size;
  }

  private Path file(int ofRank, String key) {
    return folder.resolve(key + "." + ofRank);
  }

  @Override
  public void put(String key, byte[] value) {
    try {
      Path written = Files.write(folder.resolve(key + ".of." + rank), value);
      Files.move(written, file(rank, key), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void fence() {
    String key = "fence" + fences++;
    put(key, new byte[0]);
    long deadline = System.nanoTime() + LIMIT_NANOS;
    for (int other = 0; other < size; other++) {
      while (!Files.exists(file(other, key))) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("rank " + other + " does not come");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @Override
  public void fence(int[] ranks) {
    throw new IllegalStateException("all ranks come at once");
  }

  @Override
  public byte[] get(int ofRank, String key) {
    try {
      return Files.readAllBytes(file(ofRank, key));
    } catch (NoSuchFileException notPublished) {
      return null;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
