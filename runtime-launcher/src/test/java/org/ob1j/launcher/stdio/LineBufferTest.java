package org.ob1j.launcher.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LineBufferTest {

  /** Gives its bytes in pieces of random size. */
  private static InputStream inPieces(byte[] bytes, Random random) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] target, int offset, int lengthBytes) {
        return super.read(target, offset, Math.min(lengthBytes, 1 + random.nextInt(5000)));
      }
    };
  }

  private static List<String> forward(InputStream in, String prefix) {
    List<String> writes = new ArrayList<>();
    OutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int lengthBytes) {
            writes.add(new String(bytes, offset, lengthBytes, StandardCharsets.US_ASCII));
          }
        };
    OutputSink sink =
        new OutputSink(
            out,
            failure -> {
              throw new AssertionError(failure);
            });
    new StreamPump(in, new LineBuffer(sink, new LinePrefix(prefix, "stdout", null))).run();
    return writes;
  }

  @Property(tries = 300)
  void shouldWriteWholeLinesOnlyAndEveryByte(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int line = random.nextInt(50); line >= 0; line--) {
      text.append("x".repeat(random.nextInt(random.nextBoolean() ? 10 : 20_000))).append('\n');
    }
    text.append("y".repeat(random.nextInt(3)));
    byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);

    List<String> writes = forward(inPieces(bytes, random), "");

    assertThat(String.join("", writes)).isEqualTo(text.toString());
    writes.subList(0, Math.max(0, writes.size() - 1)).forEach(w -> assertThat(w).endsWith("\n"));
  }

  @Property(tries = 300)
  void shouldTagEveryLine(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    for (int line = random.nextInt(40); line >= 0; line--) {
      lines.add("z".repeat(random.nextInt(random.nextBoolean() ? 3 : 9000)));
    }
    boolean ended = random.nextBoolean() || lines.get(lines.size() - 1).isEmpty();
    String text = String.join("\n", lines) + (ended ? "\n" : "");

    String written =
        String.join("", forward(inPieces(text.getBytes(StandardCharsets.US_ASCII), random), "[t]"));

    assertThat(written).isEqualTo("[t]<stdout>:" + String.join("\n[t]<stdout>:", lines) + "\n");
  }

  @Test
  void shouldBoundTheMemoryForALine() {
    byte[] bytes = new byte[3 * LineBuffer.MAX_LINE_BYTES + 5];
    java.util.Arrays.fill(bytes, (byte) 'l');

    List<String> writes = forward(new ByteArrayInputStream(bytes), "[t]");

    assertThat(writes).hasSize(4);
    assertThat(writes).allMatch(w -> w.length() <= LineBuffer.MAX_LINE_BYTES + 12);
    assertThat(String.join("", writes)).isEqualTo("[t]<stdout>:" + "l".repeat(bytes.length) + "\n");
  }

  @Test
  void shouldPassOnWhatCameBeforeAStreamFailed() {
    InputStream failing =
        new InputStream() {
          private boolean given;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] target, int offset, int lengthBytes) throws IOException {
            if (given) {
              throw new IOException("Stream closed");
            }
            given = true;
            target[offset] = 'q';
            return 1;
          }
        };

    assertThat(forward(failing, "")).containsExactly("q");
  }
}
