package org.ob1j.pml.offload;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a process does and what others send it, in the order of each. How all that interleaves is
 * open.
 *
 * @param program what the receiver does
 * @param sent for each source, the tags of its messages
 * @param anySource where receives from any source go
 * @param byFrames the source that the device does not reach, or -1
 */
record Scenario(
    List<Step> program, List<List<Integer>> sent, OffloadedContext.Place anySource, int byFrames) {
  static final int ANY = -1;

  /** What the receiver does next. */
  sealed interface Step permits Post, Cancel, Take {}

  /** Posts a receive. */
  record Post(int source, int tag) implements Step {}

  /** Cancels the receive that was posted as that one, counted from 0. */
  record Cancel(int post) implements Step {}

  /** Takes a message out of matching, if there is one, as a matched probe does. */
  record Take(int source, int tag) implements Step {}

  /** All sources by the device. */
  static Scenario of(List<Step> program, List<List<Integer>> sent) {
    return new Scenario(program, sent, OffloadedContext.Place.TRANSPORT, -1);
  }

  int posts() {
    return (int) program.stream().filter(Post.class::isInstance).count();
  }

  /** A message's name in outcomes. */
  static String name(int source, int number) {
    return (char) ('A' + source) + String.valueOf(number);
  }

  /** Every outcome that MPI allows: those of all orders in which messages may arrive. */
  Set<String> legalOutcomes() {
    Set<String> outcomes = new TreeSet<>();
    Choices.forEachRun(
        10_000_000, choices -> outcomes.add(new NaiveMatching(this).run(choices).toString()));
    return outcomes;
  }

  /** MPI's matching as plainly as can be: two lists that are searched from the front. */
  private static final class NaiveMatching {
    private record Message(int source, int tag, String name) {}

    private record Receive(int source, int tag, int number) {
      boolean accepts(Message message) {
        return (source == ANY || source == message.source) && (tag == ANY || tag == message.tag);
      }
    }

    private final Scenario scenario;
    private final Outcome outcome;
    private final List<Receive> posted = new ArrayList<>();
    private final List<Message> unexpected = new ArrayList<>();
    private final int[] arrived;
    private int done;
    private int posts;

    NaiveMatching(Scenario scenario) {
      this.scenario = scenario;
      outcome = new Outcome(scenario);
      arrived = new int[scenario.sent.size()];
    }

    Outcome run(Choices choices) {
      List<Runnable> enabled = enabled();
      while (!enabled.isEmpty()) {
        enabled.get(choices.choose(enabled.size())).run();
        enabled = enabled();
      }
      return outcome;
    }

    private List<Runnable> enabled() {
      List<Runnable> enabled = new ArrayList<>();
      if (done < scenario.program.size()) {
        enabled.add(() -> step(scenario.program.get(done++)));
      }
      for (int source = 0; source < arrived.length; source++) {
        int from = source;
        if (arrived[from] < scenario.sent.get(from).size()) {
          enabled.add(() -> arrive(from, arrived[from]++));
        }
      }
      return enabled;
    }

    private void step(Step step) {
      if (step instanceof Post post) {
        Receive receive = new Receive(post.source, post.tag, posts++);
        Message message = find(receive);
        if (message == null) {
          posted.add(receive);
        } else {
          outcome.matched(receive.number, message.name);
        }
      } else if (step instanceof Cancel cancel) {
        if (posted.removeIf(receive -> receive.number == cancel.post)) {
          outcome.cancelled(cancel.post);
        }
      } else if (step instanceof Take take) {
        Message message = find(new Receive(take.source, take.tag, -1));
        outcome.taken(message == null ? null : message.name);
      }
    }

    private Message find(Receive receive) {
      for (Message message : unexpected) {
        if (receive.accepts(message)) {
          unexpected.remove(message);
          return message;
        }
      }
      return null;
    }

    private void arrive(int source, int number) {
      Message message =
          new Message(source, scenario.sent.get(source).get(number), name(source, number));
      for (Receive receive : posted) {
        if (receive.accepts(message)) {
          posted.remove(receive);
          outcome.matched(receive.number, message.name);
          return;
        }
      }
      unexpected.add(message);
    }
  }
}
