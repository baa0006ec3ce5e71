package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a stream of a rank until it ends.
 *
 * @param in the stream
 * @param sink where what comes goes, and is told the end
 */
public record StreamPump(InputStream in, ByteSink sink) implements Runnable {
  private static final int CHUNK_BYTES = 8 * 1024;

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        sink.take(chunk, read);
      }
    } catch (IOException closed) {
      // The rank has ended, and its stream was closed under the read: what came has been seen.
      sink.end();
      return;
    }
    sink.end();
  }
}
