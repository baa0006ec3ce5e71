package org.ob1j.btl.sm;

import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.progress.Doorbell;

/** Rings nowhere, but remembers where it should have. */
final class RecordingDoorbell implements Doorbell {
  static final int PORT = 4711;

  final List<Integer> rung = new ArrayList<>();

  @Override
  public int port() {
    return PORT;
  }

  @Override
  public void ring(int port) {
    rung.add(port);
  }

  @Override
  public boolean watch(SelectableChannel channel, int operations) {
    throw new AssertionError("there are no channels");
  }
}
