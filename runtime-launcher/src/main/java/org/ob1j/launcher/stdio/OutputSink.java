package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * One of mpirun's own output streams, shared by all ranks: what is written in one call stays
 * together. After a failure everything is dropped, so that ranks do not block while the job is
 * ended.
 */
public final class OutputSink implements LineSink {
  private final OutputStream out;
  private final Consumer<IOException> onFailure;
  private boolean failed;

  public OutputSink(OutputStream out, Consumer<IOException> onFailure) {
    this.out = out;
    this.onFailure = onFailure;
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int lengthBytes) {
    if (failed) {
      return;
    }
    try {
      out.write(bytes, offset, lengthBytes);
      out.flush();
    } catch (IOException cannotWrite) {
      failed = true;
      onFailure.accept(cannotWrite);
    }
  }
}
