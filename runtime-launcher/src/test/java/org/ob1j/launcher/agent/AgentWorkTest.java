package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.launcher.agent.link.AgentConnection;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.process.JobFoundation;

/** The parent is the test itself. */
@Timeout(60)
class AgentWorkTest {
  private JobFoundation foundation;

  @BeforeEach
  void layFoundation() throws Exception {
    foundation = JobFoundation.begin(System.getenv("PATH")).await();
  }

  @AfterEach
  void sweep() throws Exception {
    foundation.watchdog().sweep();
    foundation.watchdog().dismiss();
  }

  /** What comes after a step that has failed, such as further pieces of files, is of no use. */
  @Test
  void shouldTellItsFirstFailureAndNoOther() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket near = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket far = server.accept()) {
      AgentConnection parent = new AgentConnection(near);
      Thread agent = new Thread(() -> work(far), "agent");
      agent.start();

      send(parent, new AgentMessage.Files(new byte[0]));
      for (int i = 0; i < 3; i++) {
        send(parent, new AgentMessage.FilesEnd());
      }
      near.shutdownOutput();
      List<AgentMessage> heard = new ArrayList<>();
      for (AgentFrame frame = parent.read(); frame != null; frame = parent.read()) {
        heard.add(frame.message());
      }
      agent.join();

      assertThat(heard).hasSize(2);
      assertThat(heard.get(0)).isInstanceOf(AgentMessage.Hello.class);
      assertThat(heard.get(1))
          .isInstanceOfSatisfying(
              AgentMessage.Failed.class,
              failed -> assertThat(failed.reason()).contains("cannot keep the program's files"));
    }
  }

  private static void send(AgentConnection connection, AgentMessage message) throws IOException {
    connection.send(new AgentFrame(0, message));
  }

  private void work(Socket socket) {
    AgentIdentity identity = new AgentIdentity(foundation.jobId(), new byte[32], 0, 1);
    try {
      AgentConnection connection = new AgentConnection(socket);
      new AgentWork(identity, foundation, null, connection).untilClosed();
      connection.close();
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }
}
