package org.ob1j.tests.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a rank has traced of one message: the steps of its protocol. */
public final class TracedMessage {
  private final List<String> steps = new ArrayList<>();
  private final List<String> repeated = new ArrayList<>();
  private final List<String> exact = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Long> bytesByModule = new TreeMap<>();
  private long bytes;

  /** The messages of communicator 0 that a rank has traced, one after the other, by tag. */
  public static Map<Integer, TracedMessage> read(Path trace, int rank) throws IOException {
    Map<Integer, TracedMessage> messages = new TreeMap<>();
    TracedMessage current = new TracedMessage();
    for (String line : Files.readAllLines(Path.of(trace + "." + rank))) {
      if (line.contains(" CREDIT ") || line.endsWith(" BUSY") || isOfCollective(line)) {
        continue;
      }
      String tag = field(line, "tag");
      if (tag != null) {
        current = new TracedMessage();
        messages.put(Integer.valueOf(tag), current);
      }
      current.add(line);
    }
    return messages;
  }

  /** Collectives have a context of their own beside that of the communicator's messages. */
  private static boolean isOfCollective(String line) {
    String context = field(line, "context");
    return context != null && Integer.parseInt(context) % 2 != 0;
  }

  private static String field(String line, String name) {
    int at = line.indexOf(" " + name + "=");
    return at < 0 ? null : line.substring(at + name.length() + 2).split(" ")[0];
  }

  private void add(String line) {
    lines.add(line);
    StringBuilder step = new StringBuilder();
    String[] words = line.split(" ");
    step.append(words[1]);
    for (int i = 4; i < words.length; i++) {
      if (!words[i].contains("=") && !words[i].equals("DONE") && !words[i].equals("STARTED")) {
        step.append(' ').append(words[i]);
      }
    }
    repeated.add(step.toString());
    exact.add(step + exact(line));
    if (steps.isEmpty() || !steps.get(steps.size() - 1).contentEquals(step)) {
      steps.add(step.toString());
    }
    long moved = moved(line, step.toString());
    bytes += moved;
    bytesByModule.merge(words[3], moved, Long::sum);
  }

  /** What a step moves: how a message begins, or the part of it. */
  private static String exact(String line) {
    String protocol = field(line, "protocol");
    if (protocol != null) {
      String payload = line.contains(" RGET ") ? null : field(line, "payload");
      return " " + protocol + " " + field(line, "mode") + (payload == null ? "" : " +" + payload);
    }
    String offset = field(line, "offset");
    return offset == null ? "" : " " + offset + "+" + field(line, "bytes");
  }

  /** How much of the message a step has moved. */
  private static long moved(String line, String step) {
    String payload = field(line, "payload");
    if (step.contains(" RNDV") || step.contains(" FRAG")) {
      return payload == null ? 0 : Long.parseLong(payload);
    }
    return step.contains(" FIN") && !step.contains("REFUSED")
        ? Long.parseLong(field(line, "bytes"))
        : 0;
  }

  /** The steps, without numbers; one that is repeated at once stands once. */
  public List<String> steps() {
    return steps;
  }

  /**
   * Every step, with what it moves: {@code sent MATCH EAGER_IMMEDIATE standard +8}, {@code received
   * ACK 1024+9216}, {@code put 0+10240}.
   */
  public List<String> exactSteps() {
    return exact;
  }

  /** The parts, as {@code OFFSET+BYTES}, that a step has moved, in order. */
  public List<String> parts(String step) {
    return exact.stream()
        .filter(each -> each.matches(step + " \\d+\\+\\d+"))
        .map(each -> each.substring(step.length() + 1))
        .toList();
  }

  /** How often a step was taken. */
  public int count(String step) {
    return Collections.frequency(repeated, step);
  }

  /** What all the steps together have moved. */
  public long bytes() {
    return bytes;
  }

  /** What the steps by one transport module have moved. */
  public long bytesBy(String module) {
    return bytesByModule.getOrDefault(module, 0L);
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
