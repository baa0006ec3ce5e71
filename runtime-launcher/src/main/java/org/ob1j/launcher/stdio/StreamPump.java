package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a stream of a rank until it ends, and gives what comes to a sink, which is told the end.
 */
public final class StreamPump implements Runnable {
  private static final int CHUNK_BYTES = 8 * 1024;

  private final InputStream in;
  private final ByteSink sink;
  private volatile boolean held;

  public StreamPump(InputStream in, ByteSink sink) {
    this.in = in;
    this.sink = sink;
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        held = true;
        sink.take(chunk, read);
        held = false;
      }
    } catch (IOException closed) {
      // The rank has ended, and its stream was closed under the read: what came has been seen.
    }
    // What is left of an unfinished line is written now.
    held = true;
    sink.end();
    held = false;
  }

  /** Whether it waits for the sink, and not for the stream. */
  public boolean isHeld() {
    return held;
  }
}
