package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.launcher.agent.link.AgentConnection;
import org.ob1j.launcher.agent.link.Lifeline;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.host.HostEvents.Stream;

/** What an agent says before it ends by itself. */
@Timeout(60)
class AgentFarewellTest {
  private static final int HOST = 3;

  private AgentConnection agent;
  private AgentConnection parent;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocket acceptor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      agent = new AgentConnection(new Socket(acceptor.getInetAddress(), acceptor.getLocalPort()));
      parent = new AgentConnection(acceptor.accept());
    }
  }

  @AfterEach
  void close() throws IOException {
    agent.close();
    parent.close();
  }

  @Test
  void shouldTellWhyItGivesTheJobUp() throws Exception {
    AgentMain.closeAfterEnd(agent, HOST, new Lifeline.End(true, "has not answered"));

    assertThat(parent.read())
        .isEqualTo(
            new AgentFrame(
                HOST,
                new AgentMessage.HostGone(
                    HOST,
                    "its agent has given the job up: the host of mpirun, or of the agent between,"
                        + " has not answered")));
    assertThat(parent.read()).isNull();
  }

  @Test
  void shouldSayNothingWhereItsParentHasEnded() throws Exception {
    AgentMain.closeAfterEnd(agent, HOST, new Lifeline.End(false, "has ended"));

    assertThat(parent.read()).isNull();
  }

  @Test
  void shouldEndThoughNothingReachesItsParent() throws Exception {
    byte[] much = new byte[1 << 20];
    Thread writer =
        new Thread(
            () -> {
              try {
                while (true) {
                  agent.send(new AgentFrame(HOST, new AgentMessage.Output(0, Stream.STDOUT, much)));
                }
              } catch (IOException closed) {
                Thread.currentThread().interrupt();
              }
            });
    writer.start();

    AgentMain.closeAfterEnd(agent, HOST, new Lifeline.End(true, "has not answered"));

    writer.join();
  }
}
