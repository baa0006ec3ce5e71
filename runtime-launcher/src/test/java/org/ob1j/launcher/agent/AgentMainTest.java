package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.launcher.engine.AgentOrder;

/** An agent that nobody is interested in any more ends by itself. */
@Timeout(60)
class AgentMainTest {
  private Process agent;

  @AfterEach
  void end() {
    agent.destroyForcibly();
  }

  private void start() throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    agent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + StartLimit.PROPERTY + "=1",
                "-cp",
                path,
                AgentMain.class.getName())
            .start();
  }

  private void awaitEnd(String reason) throws Exception {
    String said = new String(agent.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said.strip())
        .isEqualTo("an agent of ob1j has waited 1 s (--mca plm_startup_timeout) for " + reason);
    assertThat(agent.waitFor()).isEqualTo(1);
  }

  @Test
  void shouldEndWhereItIsNotToldItsOrder() throws Exception {
    start();

    awaitEnd("its order from mpirun");
  }

  @Test
  void shouldEndWhereItsParentDoesNotAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String home = "127.0.0.1:" + silent.getLocalPort();
      start();
      OutputStream out = agent.getOutputStream();
      out.write(
          new AgentOrder("j1", new byte[32], List.of("h1"), 0, -1, List.of(home), 1).toLines());
      out.flush();

      awaitEnd("a connection to one of " + home);
    }
  }
}
