package org.ob1j.launcher.stdio;

import java.util.Arrays;

/**
 * Makes whole lines of what comes of a stream of a rank, and passes these on.
 *
 * <p>A line longer than {@link #MAX_LINE_BYTES} is passed on in parts of that size, between which
 * lines of other ranks may come. A last line without a newline is passed on at the stream's end.
 */
public final class LineBuffer implements ByteSink {
  /** The longest line that is kept whole, in bytes. */
  static final int MAX_LINE_BYTES = 1 << 20;

  private static final int CHUNK_BYTES = 8 * 1024;

  private final LineSink sink;
  private final LinePrefix prefix;
  private byte[] buffer = new byte[CHUNK_BYTES];
  private int usedBytes;
  private boolean continued;

  /**
   * Makes a buffer.
   *
   * @param prefix what each line begins with; may be empty
   */
  public LineBuffer(LineSink sink, LinePrefix prefix) {
    this.sink = sink;
    this.prefix = prefix;
  }

  @Override
  public void take(byte[] bytes, int lengthBytes) {
    for (int taken = 0; taken < lengthBytes; ) {
      int part = Math.min(lengthBytes - taken, buffer.length - usedBytes);
      System.arraycopy(bytes, taken, buffer, usedBytes, part);
      usedBytes += part;
      taken += part;
      forwardWholeLines(usedBytes - part);
      makeRoom();
    }
  }

  @Override
  public void end() {
    forwardRest();
  }

  private void forwardWholeLines(int searchFrom) {
    int end = usedBytes;
    while (end > searchFrom && buffer[end - 1] != '\n') {
      end--;
    }
    if (end > searchFrom) {
      forward(end);
    }
  }

  private void makeRoom() {
    if (usedBytes == buffer.length) {
      if (buffer.length < MAX_LINE_BYTES) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      } else {
        forward(usedBytes);
        continued = true;
      }
    }
  }

  private void forwardRest() {
    if (usedBytes > 0) {
      if (!prefix.isEmpty()) {
        // The next prefix must stand at the beginning of a line.
        buffer = Arrays.copyOf(buffer, Math.max(buffer.length, usedBytes + 1));
        buffer[usedBytes++] = '\n';
      }
      forward(usedBytes);
    }
  }

  private void forward(int end) {
    if (prefix.isEmpty()) {
      sink.write(buffer, 0, end);
    } else {
      byte[] tagged = tagged(end, prefix.now());
      sink.write(tagged, 0, tagged.length);
    }
    continued = false;
    System.arraycopy(buffer, end, buffer, 0, usedBytes - end);
    usedBytes -= end;
  }

  private byte[] tagged(int end, byte[] tag) {
    int lines = continued ? 0 : 1;
    for (int i = 0; i < end - 1; i++) {
      lines += buffer[i] == '\n' ? 1 : 0;
    }
    byte[] tagged = new byte[end + lines * tag.length];
    int written = 0;
    boolean atStart = !continued;
    for (int i = 0; i < end; i++) {
      if (atStart) {
        System.arraycopy(tag, 0, tagged, written, tag.length);
        written += tag.length;
      }
      tagged[written++] = buffer[i];
      atStart = buffer[i] == '\n';
    }
    return tagged;
  }
}
