package osu.count;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lets two processes wait for each other without a message: each has a step, in a file that both
 * map.
 */
final class Gate {
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final ByteBuffer words;
  private final int rank;
  private int step;

  /**
   * @param rank 0 or 1
   */
  Gate(Path file, int rank) {
    this.rank = rank;
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      words = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2L * Integer.BYTES);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Goes on when the other has called it as often. */
  void pass() {
    step++;
    INT.setRelease(words, rank * Integer.BYTES, step);
    while ((int) INT.getAcquire(words, (1 - rank) * Integer.BYTES) < step) {
      Thread.yield();
    }
  }
}
