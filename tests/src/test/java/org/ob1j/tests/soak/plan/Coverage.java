package org.ob1j.tests.soak.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often a thread of a rank did what, so that a soak that leaves something out is seen. */
public final class Coverage {
  /** What is neither a way to send nor one to receive. */
  public enum Action {
    EXCHANGE,
    EXCHANGE_IN_PLACE,
    PERSISTENT_RECEIVE,
    CLAIM_LATER,
    CLOSE_WINDOWS_EARLY,
    CANCEL_UNMATCHED,
    /** A receive was cancelled whose message was on the way. */
    CANCEL_IN_TIME,
    /** The message was there before. */
    CANCEL_TOO_LATE
  }

  /** How a message is sent, beside its mode. */
  public enum SendForm {
    BLOCKING,
    STARTED,
    /** Started, and the request freed at once. */
    FORGOTTEN,
    PERSISTENT
  }

  private static final String PREFIX = "soak: did ";
  private static final Pattern COUNT = Pattern.compile("([A-Z_/]+)=(\\d+)");

  private final Map<String, Long> counts = new TreeMap<>();

  public void count(Action action) {
    add(action.name(), 1);
  }

  public void count(PlannedMessage.ReceiveForm form) {
    add(form.name(), 1);
  }

  public void count(PlannedMessage.Mode mode, SendForm form) {
    add(mode + "/" + form, 1);
  }

  private void add(String what, long count) {
    counts.merge(what, count, Long::sum);
  }

  /** Adds what another has counted. */
  public void add(Coverage other) {
    other.counts.forEach(this::add);
  }

  /** What a rank prints. */
  public String line() {
    StringBuilder line = new StringBuilder(PREFIX);
    counts.forEach((what, count) -> line.append(what).append('=').append(count).append(' '));
    return line.toString();
  }

  /** Adds what the ranks of a job have printed. */
  public void read(String stderr) {
    stderr
        .lines()
        .filter(line -> line.contains(PREFIX))
        .forEach(
            line -> {
              Matcher count = COUNT.matcher(line);
              while (count.find()) {
                add(count.group(1), Long.parseLong(count.group(2)));
              }
            });
  }

  /** What nobody did. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    for (Action action : Action.values()) {
      missing.add(action.name());
    }
    for (PlannedMessage.ReceiveForm form : PlannedMessage.ReceiveForm.values()) {
      missing.add(form.name());
    }
    for (PlannedMessage.Mode mode : PlannedMessage.Mode.values()) {
      for (SendForm form : SendForm.values()) {
        missing.add(mode + "/" + form);
      }
    }
    missing.removeAll(counts.keySet());
    return missing;
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
