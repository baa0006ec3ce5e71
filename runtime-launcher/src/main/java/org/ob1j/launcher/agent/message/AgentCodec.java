package org.ob1j.launcher.agent.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ob1j.launcher.host.HostEvents.Stream;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.runtime.control.message.ControlCodec;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * The bytes of a frame between agents, in network order: its length, and a body.
 *
 * <pre>
 *    0       1       2       3       4       5       6       7       8
 *   +-------+-------+-------+-------+-------+-------+-------+-------+-------+
 *   |     length of the body        |             host              | type  |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+-------+
 *   |  the message's fields …
 * </pre>
 */
public final class AgentCodec {
  /** The longest body. The task of a host is by far the longest message. */
  public static final int MAX_FRAME_BYTES = 256 << 20;

  private static final int HELLO = 1;
  private static final int TOPOLOGY = 2;
  private static final int BOUND = 3;
  private static final int STARTED = 4;
  private static final int OUTPUT = 5;
  private static final int OUTPUT_ENDED = 6;
  private static final int ENDED = 7;
  private static final int SAID = 8;
  private static final int LOST = 9;
  private static final int FAILED = 10;
  private static final int NOTE = 11;
  private static final int INPUT_TAKEN = 12;
  private static final int INPUT_CLOSED = 13;
  private static final int HOST_GONE = 14;
  private static final int CLOSING = 15;
  private static final int CHILDREN = 16;
  private static final int ASK_TOPOLOGY = 17;
  private static final int FILES = 18;
  private static final int FILES_END = 19;
  private static final int TASK = 20;
  private static final int START = 21;
  private static final int FOR_RANK = 22;
  private static final int INPUT = 23;
  private static final int INPUT_END = 24;
  private static final int OUTPUT_TAKEN = 25;
  private static final int SIGNAL = 26;
  private static final int PAUSE = 27;
  private static final int TERMINATE = 28;
  private static final int SWEEP = 29;
  private static final int CLOSE = 30;

  private AgentCodec() {}

  /** The whole frame. */
  public static byte[] encode(AgentFrame frame) {
    FieldWriter fields = new FieldWriter();
    fields.number(0);
    fields.number(frame.host());
    AgentMessage message = frame.message();
    if (!writeOfAgent(message, fields)) {
      writeOfMpirun(message, fields);
    }
    byte[] bytes = fields.bytes();
    ByteBuffer.wrap(bytes).putInt(0, bytes.length - Integer.BYTES);
    return bytes;
  }

  private static boolean writeOfAgent(AgentMessage message, FieldWriter fields) {
    if (message instanceof AgentMessage.Output m) {
      fields.type(OUTPUT).number(m.rank()).number(m.stream().ordinal()).bytes(m.bytes());
    } else if (message instanceof AgentMessage.Said m) {
      fields.type(SAID).number(m.rank()).bytes(ControlCodec.encode(m.message()));
    } else if (message instanceof AgentMessage.Hello m) {
      AgentFacts facts = m.facts();
      fields.type(HELLO).text(facts.host()).longNumber(facts.processId());
      fields.text(facts.build()).text(facts.java());
      fields.text(facts.machine().id()).number(facts.machine().cpus());
    } else if (message instanceof AgentMessage.Topology m) {
      TaskCodec.write(m.topology(), fields.type(TOPOLOGY));
    } else if (message instanceof AgentMessage.Bound m) {
      fields.type(BOUND).texts(m.cpus());
    } else if (message instanceof AgentMessage.Started m) {
      fields.type(STARTED).number(m.rank()).longNumber(m.processId());
    } else if (message instanceof AgentMessage.OutputEnded m) {
      fields.type(OUTPUT_ENDED).number(m.rank()).number(m.stream().ordinal());
    } else if (message instanceof AgentMessage.Ended m) {
      fields.type(ENDED).number(m.rank()).number(m.exitCode());
    } else if (message instanceof AgentMessage.Lost m) {
      fields.type(LOST).number(m.rank()).text(m.reason());
    } else if (message instanceof AgentMessage.Failed m) {
      fields.type(FAILED).number(m.exitCode()).text(m.reason());
    } else if (message instanceof AgentMessage.Note m) {
      fields.type(NOTE).flag(m.important()).text(m.text());
    } else if (message instanceof AgentMessage.InputTaken m) {
      fields.type(INPUT_TAKEN).number(m.rank()).number(m.bytes());
    } else if (message instanceof AgentMessage.InputClosed m) {
      fields.type(INPUT_CLOSED).number(m.rank());
    } else if (message instanceof AgentMessage.HostGone m) {
      fields.type(HOST_GONE).number(m.host()).text(m.reason());
    } else if (message instanceof AgentMessage.Closing) {
      fields.type(CLOSING);
    } else {
      return false;
    }
    return true;
  }

  private static void writeOfMpirun(AgentMessage message, FieldWriter fields) {
    if (message instanceof AgentMessage.ForRank m) {
      fields.type(FOR_RANK).number(m.rank()).bytes(ControlCodec.encode(m.message()));
    } else if (message instanceof AgentMessage.Children m) {
      fields.type(CHILDREN).texts(m.hosts()).number(m.radix()).texts(m.shell());
      fields.text(m.prefix() == null ? "" : m.prefix());
    } else if (message instanceof AgentMessage.AskTopology m) {
      TaskCodec.write(m.binding(), fields.type(ASK_TOPOLOGY));
    } else if (message instanceof AgentMessage.Task m) {
      TaskCodec.write(m.task(), fields.type(TASK));
    } else if (message instanceof AgentMessage.Input m) {
      fields.type(INPUT).number(m.rank()).bytes(m.bytes());
    } else if (message instanceof AgentMessage.InputEnd m) {
      fields.type(INPUT_END).number(m.rank());
    } else if (message instanceof AgentMessage.OutputTaken m) {
      fields.type(OUTPUT_TAKEN).number(m.bytes());
    } else if (message instanceof AgentMessage.Signal m) {
      fields.type(SIGNAL).text(m.name());
    } else if (message instanceof AgentMessage.Pause m) {
      fields.type(PAUSE).flag(m.pause());
    } else if (message instanceof AgentMessage.Files m) {
      fields.type(FILES).bytes(m.bytes());
    } else if (message instanceof AgentMessage.FilesEnd) {
      fields.type(FILES_END);
    } else if (message instanceof AgentMessage.Start) {
      fields.type(START);
    } else if (message instanceof AgentMessage.Terminate) {
      fields.type(TERMINATE);
    } else if (message instanceof AgentMessage.Sweep) {
      fields.type(SWEEP);
    } else if (message instanceof AgentMessage.Close m) {
      fields.type(CLOSE).number(m.drainMillis());
    } else {
      throw new IllegalArgumentException("a message of no type: " + message);
    }
  }

  /**
   * Decodes a body.
   *
   * @throws ControlProtocolException if it is none
   */
  public static AgentFrame decode(byte[] body) throws ControlProtocolException {
    FieldReader fields = new FieldReader(body);
    int host = fields.number();
    int type = fields.type();
    AgentMessage message = type < CHILDREN ? readOfAgent(type, fields) : readOfMpirun(type, fields);
    fields.requireEnd();
    return new AgentFrame(host, message);
  }

  private static AgentMessage readOfAgent(int type, FieldReader fields)
      throws ControlProtocolException {
    return switch (type) {
      case OUTPUT -> new AgentMessage.Output(fields.number(), stream(fields), fields.bytes());
      case SAID -> new AgentMessage.Said(fields.number(), control(fields));
      case HELLO ->
          new AgentMessage.Hello(
              new AgentFacts(
                  fields.text(),
                  fields.longNumber(),
                  fields.text(),
                  fields.text(),
                  new Machine(fields.text(), fields.number())));
      case TOPOLOGY -> new AgentMessage.Topology(TaskCodec.readTopology(fields));
      case BOUND -> new AgentMessage.Bound(fields.texts());
      case STARTED -> new AgentMessage.Started(fields.number(), fields.longNumber());
      case OUTPUT_ENDED -> new AgentMessage.OutputEnded(fields.number(), stream(fields));
      case ENDED -> new AgentMessage.Ended(fields.number(), fields.number());
      case LOST -> new AgentMessage.Lost(fields.number(), fields.text());
      case FAILED -> new AgentMessage.Failed(fields.number(), fields.text());
      case NOTE -> new AgentMessage.Note(fields.flag(), fields.text());
      case INPUT_TAKEN -> new AgentMessage.InputTaken(fields.number(), fields.number());
      case INPUT_CLOSED -> new AgentMessage.InputClosed(fields.number());
      case HOST_GONE -> new AgentMessage.HostGone(fields.number(), fields.text());
      case CLOSING -> new AgentMessage.Closing();
      default -> throw unknown(type);
    };
  }

  private static AgentMessage readOfMpirun(int type, FieldReader fields)
      throws ControlProtocolException {
    return switch (type) {
      case FOR_RANK -> new AgentMessage.ForRank(fields.number(), control(fields));
      case CHILDREN ->
          new AgentMessage.Children(
              fields.texts(), fields.number(), fields.texts(), nullable(fields.text()));
      case ASK_TOPOLOGY -> new AgentMessage.AskTopology(TaskCodec.readBinding(fields));
      case TASK -> new AgentMessage.Task(TaskCodec.read(fields));
      case INPUT -> new AgentMessage.Input(fields.number(), fields.bytes());
      case INPUT_END -> new AgentMessage.InputEnd(fields.number());
      case OUTPUT_TAKEN -> new AgentMessage.OutputTaken(fields.number());
      case SIGNAL -> new AgentMessage.Signal(fields.text());
      case PAUSE -> new AgentMessage.Pause(fields.flag());
      case TERMINATE -> new AgentMessage.Terminate();
      case FILES -> new AgentMessage.Files(fields.bytes());
      case FILES_END -> new AgentMessage.FilesEnd();
      case START -> new AgentMessage.Start();
      case SWEEP -> new AgentMessage.Sweep();
      case CLOSE -> new AgentMessage.Close(fields.number());
      default -> throw unknown(type);
    };
  }

  private static String nullable(String text) {
    return text.isEmpty() ? null : text;
  }

  private static ControlProtocolException unknown(int type) {
    return new ControlProtocolException(
        "a frame's type is " + type + "; it must be " + HELLO + " to " + CLOSE);
  }

  private static Stream stream(FieldReader fields) throws ControlProtocolException {
    Stream[] streams = Stream.values();
    return streams[fields.ranged("a stream", 0, streams.length - 1)];
  }

  private static ControlMessage control(FieldReader fields) throws ControlProtocolException {
    byte[] bytes = fields.bytes();
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes);
      ControlMessage message = ControlCodec.read(in);
      if (message == null || in.available() > 0) {
        throw new ControlProtocolException(
            bytes.length + " bytes are not one message of a control connection");
      }
      return message;
    } catch (IOException cut) {
      throw new ControlProtocolException("a control message is cut: " + cut.getMessage());
    }
  }
}
