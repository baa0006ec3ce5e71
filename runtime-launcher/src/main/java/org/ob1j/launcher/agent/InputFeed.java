package org.ob1j.launcher.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.ob1j.launcher.agent.message.AgentMessage;

/**
 * Gives a rank what has come for it as its standard input, at the speed at which it reads. mpirun
 * has credit for so much, so that nothing piles up here.
 */
final class InputFeed {
  private static final byte[] END = {};

  private final int rank;
  private final OutputStream input;
  private final Consumer<AgentMessage> home;
  private final BlockingQueue<byte[]> chunks = new LinkedBlockingQueue<>();

  InputFeed(int rank, OutputStream input, Consumer<AgentMessage> home) {
    this.rank = rank;
    this.input = input;
    this.home = home;
  }

  void start() {
    Thread thread = new Thread(null, this::run, "rank " + rank + " stdin", 256 << 10);
    thread.setDaemon(true);
    thread.start();
  }

  void add(byte[] bytes) {
    if (bytes.length > 0) {
      chunks.add(bytes);
    }
  }

  void end() {
    chunks.add(END);
  }

  private void run() {
    try (OutputStream out = input) {
      for (byte[] chunk = chunks.take(); chunk.length > 0; chunk = chunks.take()) {
        out.write(chunk);
        out.flush();
        home.accept(new AgentMessage.InputTaken(rank, chunk.length));
      }
    } catch (IOException closedByRank) {
      home.accept(new AgentMessage.InputClosed(rank));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
