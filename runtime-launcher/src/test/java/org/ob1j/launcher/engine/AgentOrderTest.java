package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentOrderTest {
  private final AgentOrder order =
      new AgentOrder(
          "j1",
          new byte[] {1, -1},
          List.of("h1", "h2"),
          4,
          -1,
          List.of("10.0.0.1:99", "[fd00::1]:99"),
          1);

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldReadWhatItWritesAndNoByteMore() throws Exception {
    InputStream in = in(new String(order.toLines(), StandardCharsets.UTF_8) + "rest");

    AgentOrder read = AgentOrder.read(in);

    assertThat(read).usingRecursiveComparison().isEqualTo(order);
    assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("rest");
  }

  @Test
  void shouldMakeAnOrderForOneHost() {
    AgentOrder second = order.forHost(1);

    assertThat(second.hosts()).containsExactly("h2");
    assertThat(second.first()).isEqualTo(5);
    assertThat(second.homes()).isEqualTo(order.homes());
  }

  @Test
  void shouldRefuseWhatIsNoOrder() {
    assertThatThrownBy(() -> AgentOrder.read(in("")))
        .isInstanceOf(IOException.class)
        .hasMessage("an agent is started by mpirun, which tells it its job");
    assertThatThrownBy(() -> AgentOrder.read(in("job j1\n\n")))
        .hasMessage("what mpirun tells its agent has no line 'secret'");
    assertThatThrownBy(() -> AgentOrder.read(in("job j1\nsecret xyz\nhosts h\n\n")))
        .hasMessage("what mpirun tells its agent has a value that is none");
  }
}
