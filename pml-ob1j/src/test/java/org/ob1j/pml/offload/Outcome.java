package org.ob1j.pml.offload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What became of the receives and probes of a scenario. */
final class Outcome {
  private final String[] receives;
  private final List<String> taken = new ArrayList<>();

  Outcome(Scenario scenario) {
    receives = new String[scenario.posts()];
    Arrays.fill(receives, "pending");
  }

  void matched(int receive, String message) {
    end(receive, message);
  }

  void cancelled(int receive) {
    end(receive, "cancelled");
  }

  private void end(int receive, String how) {
    if (!receives[receive].equals("pending")) {
      throw new AssertionError("receive " + receive + ": " + receives[receive] + ", then " + how);
    }
    receives[receive] = how;
  }

  /** A probe has taken a message, or null. */
  void taken(String message) {
    taken.add(String.valueOf(message));
  }

  @Override
  public String toString() {
    return Arrays.toString(receives) + (taken.isEmpty() ? "" : " took " + taken);
  }
}
