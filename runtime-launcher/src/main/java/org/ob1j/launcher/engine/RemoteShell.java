package org.ob1j.launcher.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How hosts are reached one by one.
 *
 * @param command a program that takes a host and a command, and its arguments
 * @param concurrent how many agents are started at a time
 * @param patience how long a host that is not up yet is waited for; zero: not at all
 * @param prefix where ob1j is on the hosts, or null: at the same place as here
 */
public record RemoteShell(
    List<String> command, int concurrent, Duration patience, String prefix) {
  /** How many words come before the command. */
  private static final int PARTS = 3;

  /** What ends where a person would have to answer, or where nobody does. */
  private static final List<String> SSH_OPTIONS =
      List.of("-x", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10");

  /** As words, for an agent that starts others; {@link #of} reads them. */
  public List<String> toWords() {
    List<String> words = new ArrayList<>();
    words.add(String.valueOf(concurrent));
    words.add(String.valueOf(patience.toMillis()));
    words.add(prefix == null ? "" : prefix);
    words.addAll(command);
    return words;
  }

  /** What words say that {@link #toWords} has made. */
  public static RemoteShell of(List<String> words) {
    String prefix = words.get(2);
    return new RemoteShell(
        words.subList(PARTS, words.size()),
        Integer.parseInt(words.get(0)),
        Duration.ofMillis(Long.parseLong(words.get(1))),
        prefix.isEmpty() ? null : prefix);
  }

  /** The program's name, without its folder. */
  String name() {
    String program = command.get(0);
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /** The command that runs a shell on a host, which reads its script from standard input. */
  List<String> on(String host) {
    List<String> words = new ArrayList<>(command);
    if (name().equals("ssh")) {
      // After the user's: of two values for one option ssh takes the first.
      words.addAll(SSH_OPTIONS);
    }
    words.add(host);
    words.addAll(List.of("/bin/sh", "-s"));
    return words;
  }
}
