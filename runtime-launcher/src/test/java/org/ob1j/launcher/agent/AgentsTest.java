package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.launcher.agent.link.AgentConnection;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.link.Homeward;
import org.ob1j.launcher.agent.message.AgentFacts;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.engine.AgentOrder;
import org.ob1j.launcher.engine.LaunchEngine;
import org.ob1j.launcher.placement.Binding;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.CpuTopology;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.launcher.placement.Mapping;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.system.LaunchException;

/** The agent is the test itself, which an engine that starts nothing gives its order. */
@Timeout(60)
class AgentsTest {
  private static final Machine MACHINE = new Machine("m1", 2);
  private static final String BUILD = "b1";

  private static final BindingRequest BINDING =
      new BindingRequest(
          new Mapping(CpuTopology.Level.CORE, 0, 0, null, false, false),
          new Binding(CpuTopology.Level.CORE, true, false, false),
          null,
          List.of());

  private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
  private final StandIn engine = new StandIn();
  private JobFoundation foundation;
  private Agents agents;

  private static final class StandIn implements LaunchEngine {
    private AgentOrder order;

    @Override
    public void start(AgentOrder itsOrder, Listener listener) {
      order = itsOrder;
    }

    @Override
    public String lastWords(int host) {
      return "Your password has expired";
    }

    @Override
    public String whyGone() {
      return "the job was cancelled";
    }

    @Override
    public void close() {
      // It has started nothing.
    }
  }

  @BeforeEach
  void layFoundation() throws Exception {
    foundation = JobFoundation.begin(System.getenv("PATH")).await();
  }

  @AfterEach
  void close() throws IOException {
    agents.close();
    foundation.watchdog().dismiss();
  }

  private void start(Duration patience) throws IOException {
    Agents.Settings settings =
        new Agents.Settings(
            List.of("root@h1"), List.of("h1"), 2, BUILD, 1, patience, List.of(), null);
    agents =
        new Agents(
            settings,
            foundation,
            engine,
            new CompletableFuture<>(),
            (important, text) -> notes.add(text));
  }

  private AgentConnection connect() throws IOException {
    AgentOrder order = engine.order;
    AgentIdentity identity = new AgentIdentity(order.jobId(), order.secret(), 0, 1);
    AgentConnection connection = new AgentConnection(Homeward.connect(identity, order, 0));
    send(connection, new AgentMessage.Hello(new AgentFacts("h1", 7, BUILD, "17", MACHINE)));
    return connection;
  }

  private static void send(AgentConnection connection, AgentMessage message) throws IOException {
    connection.send(new AgentFrame(0, message));
  }

  @Test
  void shouldSayWhatCameFromAHostThatIsLate() throws IOException {
    start(Duration.ofSeconds(1));

    assertThatThrownBy(agents::await)
        .hasMessage(
            "host h1: no agent of ob1j has come from there in 1 s (--mca plm_startup_timeout); from"
                + " h1 came: Your password has expired");
  }

  /** One that starts others hears what these say before it has a task. */
  @Test
  void shouldPassOnWhatAnAgentWithoutATaskHears() throws Exception {
    start(Duration.ofSeconds(30));
    AgentConnection connection = connect();
    agents.await();

    send(connection, new AgentMessage.Note(false, "host h2: a warning"));
    send(connection, new AgentMessage.Note(false, "host h2: another"));

    assertThat(notes.poll(30, TimeUnit.SECONDS)).startsWith("host h1 has an agent: process 7");
    assertThat(notes.poll(30, TimeUnit.SECONDS)).isEqualTo("host h1: host h2: a warning");
    assertThat(notes.poll(30, TimeUnit.SECONDS)).isEqualTo("host h1: host h2: another");
    connection.close();
  }

  @Test
  void shouldSayWhyAnAgentIsGoneIfTheEngineKnows() throws Exception {
    start(Duration.ofSeconds(30));
    AgentConnection connection = connect();
    agents.await();

    connection.close();

    assertThatThrownBy(() -> agents.topologies(BINDING))
        .hasMessage("host h1: its agent has ended (the job was cancelled)");
  }

  /** Files that it cannot keep come in many pieces, before it has a task. */
  @Test
  void shouldFailByTheFirstFailureOfAHostWithoutATask() throws Exception {
    start(Duration.ofSeconds(30));
    AgentConnection connection = connect();
    agents.await();

    send(connection, new AgentMessage.Failed(3, "the disk is full"));
    send(connection, new AgentMessage.Failed(4, "the disk is full again"));
    send(connection, new AgentMessage.Note(false, "still heard"));

    assertThat(notes.poll(30, TimeUnit.SECONDS)).startsWith("host h1 has an agent: process 7");
    assertThat(notes.poll(30, TimeUnit.SECONDS)).isEqualTo("host h1: still heard");
    assertThatThrownBy(() -> agents.ready(List.of(0)))
        .isInstanceOfSatisfying(
            LaunchException.class, reason -> assertThat(reason.exitCode()).isEqualTo(3))
        .hasMessage("host h1: the disk is full");
    connection.close();
  }
}
