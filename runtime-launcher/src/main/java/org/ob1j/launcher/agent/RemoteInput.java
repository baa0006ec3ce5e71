package org.ob1j.launcher.agent;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import org.ob1j.launcher.agent.link.Credit;
import org.ob1j.launcher.agent.message.AgentMessage;

/** The standard input of a rank on another host. One thread writes. */
final class RemoteInput extends OutputStream {
  /** How much is under way at most, in bytes: so much more is read than the rank asks for. */
  private static final int UNDER_WAY_BYTES = 256 << 10;

  private final int rank;
  private final Consumer<AgentMessage> way;
  private final Credit credit = new Credit(UNDER_WAY_BYTES);
  private volatile boolean closedByRank;

  RemoteInput(int rank, Consumer<AgentMessage> way) {
    this.rank = rank;
    this.way = way;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int lengthBytes) throws IOException {
    try {
      credit.take(lengthBytes);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a rank does not read");
    }
    if (closedByRank) {
      throw new IOException("rank " + rank + " reads no more");
    }
    way.accept(
        new AgentMessage.Input(rank, Arrays.copyOfRange(bytes, offset, offset + lengthBytes)));
  }

  @Override
  public void close() {
    way.accept(new AgentMessage.InputEnd(rank));
  }

  void taken(int lengthBytes) {
    credit.giveBack(lengthBytes);
  }

  void closedByRank() {
    closedByRank = true;
    credit.open();
  }
}
