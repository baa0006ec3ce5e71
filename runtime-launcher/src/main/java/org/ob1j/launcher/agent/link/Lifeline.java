package org.ob1j.launcher.agent.link;

import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;

/**
 * A connection on which nothing is ever sent: it closes when the process at the other end ends, and
 * breaks when the kernel of that host answers no more. A process that is stopped is neither: its
 * host answers for it. (Where data waits to be acknowledged, the kernel does not ask whether the
 * other side is there, and repeats the data for a quarter of an hour; therefore a connection of its
 * own.)
 */
public final class Lifeline implements Runnable {
  /**
   * Questions that are not answered until a host is gone, an interval between them, the first after
   * an interval of silence.
   */
  private static final int QUESTIONS = 3;

  /**
   * What has happened at the other end.
   *
   * @param ofHost whether to the host, and not to the process alone
   * @param words what it did: "has ended"
   */
  public record End(boolean ofHost, String words) {}

  private final Socket socket;
  private final int intervalSeconds;
  private final Consumer<End> onEnd;

  /**
   * A lifeline over a connected socket.
   *
   * @param intervalSeconds how often the other host is asked
   * @param onEnd told what has happened at the other end
   */
  public Lifeline(Socket socket, int intervalSeconds, Consumer<End> onEnd) throws IOException {
    this.socket = socket;
    this.intervalSeconds = intervalSeconds;
    this.onEnd = onEnd;
    socket.setSoTimeout(0);
    socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, intervalSeconds);
    socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, intervalSeconds);
    socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, QUESTIONS);
  }

  /** Watches until the end, on a thread of its own. */
  public void watch(String whose) {
    Thread thread = new Thread(null, this, "lifeline of " + whose, 256 << 10);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    End end;
    try {
      end =
          new End(
              false,
              socket.getInputStream().read() < 0 ? "has ended" : "has sent what it may not send");
    } catch (IOException silent) {
      end = new End(true, silence(silent.getMessage()));
    }
    onEnd.accept(end);
  }

  /** Names the address: by another one the host may be reached. */
  private String silence(String reason) {
    return "has not answered "
        + QUESTIONS
        + " questions, one every "
        + intervalSeconds
        + " s (--mca plm_heartbeat_interval), at "
        + socket.getInetAddress().getHostAddress()
        + " ("
        + reason
        + ")";
  }

  void close() throws IOException {
    socket.close();
  }
}
