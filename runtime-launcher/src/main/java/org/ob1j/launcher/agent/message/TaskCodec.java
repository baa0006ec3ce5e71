package org.ob1j.launcher.agent.message;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.plan.ProgramRequest;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.job.NodeMap;

/** The fields of a host's task, and of what is asked of it before. */
final class TaskCodec {
  /** What a program and a rank take at least: their numbers and lengths. */
  private static final int LEAST_BYTES = 3 * Integer.BYTES;

  /** What writes itself. */
  private interface Part {
    void write(DataOutputStream out) throws IOException;
  }

  /** What reads such a part. */
  private interface Parser<T> {
    T read(DataInputStream in) throws IOException;
  }

  private TaskCodec() {}

  static void write(AgentTask all, FieldWriter fields) {
    HostTask task = all.task();
    fields.number(task.jobSize()).numbers(task.programSizes());
    fields.text(task.nodes().toString());
    fields.number(task.crowdedMachine() ? 1 : 0);
    fields.longNumber(task.heartbeat().toMillis()).texts(task.directories());
    fields.number(task.ranks().size());
    for (RankTask rank : task.ranks()) {
      fields.number(rank.rank()).number(rank.program()).number(rank.input().ordinal());
    }
    fields.number(all.programs().size());
    all.programs().forEach(program -> write(program::write, fields));
    fields.map(all.exported());
    write(all.binding()::write, fields);
  }

  static AgentTask read(FieldReader fields) throws ControlProtocolException {
    int size = fields.ranged("a job's size", 1, Integer.MAX_VALUE);
    List<Integer> programSizes = fields.numbers();
    NodeMap nodes = nodes(fields.text(), size);
    boolean crowdedMachine = fields.ranged("whether a machine is crowded", 0, 1) == 1;
    Duration heartbeat = Duration.ofMillis(fields.longNumber());
    List<String> directories = fields.texts();
    HostTask task =
        new HostTask(
            size,
            programSizes,
            nodes,
            1,
            crowdedMachine,
            heartbeat,
            directories,
            List.of(),
            ranks(fields));
    List<ProgramRequest> programs = programs(fields);
    Map<String, String> exported = fields.map();
    return new AgentTask(task, programs, exported, read(BindingRequest::read, fields));
  }

  private static NodeMap nodes(String text, int size) throws ControlProtocolException {
    try {
      return NodeMap.parse(text, size);
    } catch (IllegalArgumentException none) {
      throw new ControlProtocolException("'" + text + "' is no map of nodes: " + none.getMessage());
    }
  }

  static void write(BindingRequest binding, FieldWriter fields) {
    write(binding::write, fields);
  }

  static BindingRequest readBinding(FieldReader fields) throws ControlProtocolException {
    return read(BindingRequest::read, fields);
  }

  static void write(NodeTopology topology, FieldWriter fields) {
    write(topology::write, fields);
  }

  static NodeTopology readTopology(FieldReader fields) throws ControlProtocolException {
    return read(NodeTopology::read, fields);
  }

  private static List<ProgramRequest> programs(FieldReader fields) throws ControlProtocolException {
    int count = fields.count(LEAST_BYTES);
    List<ProgramRequest> programs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      programs.add(read(ProgramRequest::read, fields));
    }
    return programs;
  }

  private static List<RankTask> ranks(FieldReader fields) throws ControlProtocolException {
    int count = fields.count(LEAST_BYTES);
    RankTask.Input[] inputs = RankTask.Input.values();
    List<RankTask> ranks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int rank = fields.number();
      int program = fields.number();
      RankTask.Input input = inputs[fields.ranged("an input", 0, inputs.length - 1)];
      ranks.add(new RankTask(rank, program, List.of(), input));
    }
    return ranks;
  }

  private static void write(Part part, FieldWriter fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      part.write(out);
    } catch (IOException neverInMemory) {
      throw new UncheckedIOException(neverInMemory);
    }
    fields.bytes(bytes.toByteArray());
  }

  private static <T> T read(Parser<T> parser, FieldReader fields) throws ControlProtocolException {
    ByteArrayInputStream bytes = new ByteArrayInputStream(fields.bytes());
    try {
      T part = parser.read(new DataInputStream(bytes));
      if (bytes.available() > 0) {
        throw new ControlProtocolException("a part has " + bytes.available() + " bytes too many");
      }
      return part;
    } catch (IOException cut) {
      throw new ControlProtocolException("a part cannot be read: " + cut.getMessage());
    }
  }
}
