package org.ob1j.tests.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a rank has traced of one message: the steps of its protocol. */
final class TracedMessage {
  private final List<String> steps = new ArrayList<>();
  private final List<String> repeated = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Long> bytesByModule = new TreeMap<>();
  private long bytes;

  /** The messages of communicator 0 that a rank has traced, one after the other, by tag. */
  static Map<Integer, TracedMessage> read(Path trace, int rank) throws IOException {
    Map<Integer, TracedMessage> messages = new TreeMap<>();
    TracedMessage current = new TracedMessage();
    for (String line : Files.readAllLines(Path.of(trace + "." + rank))) {
      if (line.contains(" CREDIT ") || line.endsWith(" BUSY") || line.contains(" MATCH ")) {
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
    if (steps.isEmpty() || !steps.get(steps.size() - 1).contentEquals(step)) {
      steps.add(step.toString());
    }
    long moved = moved(line, step.toString());
    bytes += moved;
    bytesByModule.merge(words[3], moved, Long::sum);
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
  List<String> steps() {
    return steps;
  }

  /** How often a step was taken. */
  int count(String step) {
    return Collections.frequency(repeated, step);
  }

  /** What all the steps together have moved. */
  long bytes() {
    return bytes;
  }

  /** What the steps by one transport module have moved. */
  long bytesBy(String module) {
    return bytesByModule.getOrDefault(module, 0L);
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
