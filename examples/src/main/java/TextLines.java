import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The lines that SampleSort sorts: bytes, without the newline that ends them. */
final class TextLines {
  private TextLines() {}

  /** Reads a rank's share of a file: the lines that begin in its n-th part. */
  static byte[][] read(Path file, int rank, int ranks) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = channel.size();
      long begin = nextLine(channel, size / ranks * rank);
      long end = rank == ranks - 1 ? size : nextLine(channel, size / ranks * (rank + 1));
      if (end - begin > Integer.MAX_VALUE - 8) {
        throw new IOException(file + " is too long for " + ranks + " ranks; start more");
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) (end - begin));
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, begin + bytes.position()) < 0) {
          throw new IOException(file + " has become shorter");
        }
      }
      return fromBytes(bytes.array());
    }
  }

  /** Where the first line begins that begins here or later. */
  private static long nextLine(FileChannel channel, long position) throws IOException {
    if (position == 0) {
      return 0;
    }
    // A line begins here if the byte before is a newline.
    long next = position - 1;
    InputStream in = new BufferedInputStream(Channels.newInputStream(channel.position(next)));
    int read;
    do {
      read = in.read();
      next++;
    } while (read >= 0 && read != '\n');
    return Math.min(next, channel.size());
  }

  /** Every n-th of lines that are made up; which they are does not depend on how many ranks. */
  static byte[][] generate(int lines, int rank, int ranks) {
    List<byte[]> generated = new ArrayList<>();
    for (int i = rank; i < lines; i += ranks) {
      String key = Long.toHexString(new SplittableRandom(i).nextLong());
      generated.add((key + " line " + i).getBytes(StandardCharsets.US_ASCII));
    }
    return generated.toArray(new byte[0][]);
  }

  /** Lines as they travel, and as they stand in a file: each ended by a newline. */
  static byte[] toBytes(byte[][] lines) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      bytes.write(line);
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  /** The lines in bytes; the last may lack its newline. */
  static byte[][] fromBytes(byte[] bytes) {
    List<byte[]> lines = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.add(Arrays.copyOfRange(bytes, begin, i));
        begin = i + 1;
      }
    }
    if (begin < bytes.length) {
      lines.add(Arrays.copyOfRange(bytes, begin, bytes.length));
    }
    return lines.toArray(new byte[0][]);
  }

  /** The sum of lengths that must fit into one array. */
  static int sum(int... lengths) throws IOException {
    long sum = 0;
    for (int length : lengths) {
      sum += length;
    }
    if (sum > Integer.MAX_VALUE - 8) {
      throw new IOException(
          "a rank gets " + sum + " bytes, more than an array has; start more ranks");
    }
    return (int) sum;
  }
}
