package org.ob1j.launcher.agent.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.placement.Binding;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.CpuTopology;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.launcher.placement.Mapping;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.plan.ProgramRequest;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.job.NodeMap;

class AgentCodecTest {
  private static final BindingRequest BINDING =
      new BindingRequest(
          new Mapping(CpuTopology.Level.NUMA, 2, 0, null, true, true),
          new Binding(CpuTopology.Level.CORE, true, false, false),
          "0-3",
          List.of("0:1", ""));

  private static final AgentTask TASK =
      new AgentTask(
          new HostTask(
              8,
              List.of(6, 2),
              NodeMap.bySlot(8, 4),
              1,
              true,
              Duration.ofSeconds(10),
              List.of("/tmp/back"),
              List.of(),
              List.of(
                  new RankTask(2, 0, List.of(), RankTask.Input.SENT),
                  new RankTask(5, 0, List.of(), RankTask.Input.NOTHING))),
          List.of(
              new ProgramRequest(
                  0, List.of("java", "ä", "\udcff"), null, "/wörk", true, Map.of("ß", "\udc80"))),
          Map.of("A", "1"),
          BINDING);

  private static Map<CpuTopology.Level, Integer> parts() {
    Map<CpuTopology.Level, Integer> parts = new EnumMap<>(CpuTopology.Level.class);
    for (CpuTopology.Level level : CpuTopology.Level.values()) {
      parts.put(level, level.ordinal() + 1);
    }
    return parts;
  }

  static Stream<AgentMessage> messages() {
    return Stream.of(
        new AgentMessage.Hello(new AgentFacts("h1", 4711, "b1", "17.0.1", new Machine("m1", 64))),
        new AgentMessage.Topology(new NodeTopology(parts(), 1L << 36)),
        new AgentMessage.Bound(List.of("0,1", "")),
        new AgentMessage.AskTopology(BINDING),
        new AgentMessage.Start(),
        new AgentMessage.FilesEnd(),
        new AgentMessage.Started(3, 1L << 33),
        new AgentMessage.OutputEnded(3, HostEvents.Stream.STDERR),
        new AgentMessage.Ended(3, 137),
        new AgentMessage.Said(3, new ControlMessage.Register(8, 99)),
        new AgentMessage.Lost(3, "silence"),
        new AgentMessage.Failed(127, "no such program"),
        new AgentMessage.Note(true, "careful"),
        new AgentMessage.InputTaken(0, 8192),
        new AgentMessage.InputClosed(0),
        new AgentMessage.HostGone(40, "cut"),
        new AgentMessage.Closing(),
        new AgentMessage.Children(List.of("a", "b"), 32, List.of("ssh", "-x"), "/opt/ob1j"),
        new AgentMessage.Children(List.of("a"), 2, List.of("ssh"), null),
        new AgentMessage.Task(TASK),
        new AgentMessage.ForRank(3, new ControlMessage.Release(ControlMessage.Gathering.FENCE, 1)),
        new AgentMessage.InputEnd(0),
        new AgentMessage.OutputTaken(100),
        new AgentMessage.Signal("USR2"),
        new AgentMessage.Pause(true),
        new AgentMessage.Terminate(),
        new AgentMessage.Sweep(),
        new AgentMessage.Close(1000));
  }

  private static byte[] body(AgentFrame frame) {
    byte[] bytes = AgentCodec.encode(frame);
    return Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadWhatItWrites(AgentMessage message) throws Exception {
    AgentFrame frame = new AgentFrame(7, message);

    assertThat(AgentCodec.decode(body(frame))).isEqualTo(frame);
  }

  @Test
  void shouldReadTheBytesOfStreams() throws Exception {
    byte[] bytes = {1, 2, -3};

    AgentFrame output =
        AgentCodec.decode(
            body(new AgentFrame(0, new AgentMessage.Output(4, HostEvents.Stream.STDOUT, bytes))));
    AgentFrame input = AgentCodec.decode(body(new AgentFrame(0, new AgentMessage.Input(4, bytes))));

    assertThat(((AgentMessage.Output) output.message()).bytes()).isEqualTo(bytes);
    assertThat(((AgentMessage.Input) input.message()).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldRefuseWhatIsCut(AgentMessage message) {
    byte[] whole = body(new AgentFrame(7, message));

    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> AgentCodec.decode(cut)).isInstanceOf(ControlProtocolException.class);
    }
    byte[] longer = Arrays.copyOf(whole, whole.length + 1);
    assertThatThrownBy(() -> AgentCodec.decode(longer))
        .isInstanceOf(ControlProtocolException.class);
  }

  /** Whatever comes is a message or a {@link ControlProtocolException}, and takes no memory. */
  @Property(tries = 2000)
  void shouldTakeAnyBytes(@ForAll long seed) {
    Random random = new Random(seed);
    List<AgentMessage> all = messages().toList();
    byte[] body = body(new AgentFrame(7, all.get(random.nextInt(all.size()))));
    for (int i = random.nextInt(8); i >= 0; i--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }

    try {
      assertThat(AgentCodec.decode(body).message()).isNotNull();
    } catch (ControlProtocolException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }
}
