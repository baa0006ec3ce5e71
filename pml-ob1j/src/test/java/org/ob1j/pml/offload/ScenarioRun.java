package org.ob1j.pml.offload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.inmemory.SimulatedTagMatching;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.match.PostedReceive;
import org.ob1j.pml.match.UnexpectedMessage;
import org.ob1j.pml.offload.Scenario.Cancel;
import org.ob1j.pml.offload.Scenario.Post;
import org.ob1j.pml.offload.Scenario.Step;
import org.ob1j.pml.offload.Scenario.Take;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.WaitDescription;

/** One run of a scenario with a simulated device; what happens next is chosen at each step. */
final class ScenarioRun implements OffloadOwner<ScenarioRun.Receive, ScenarioRun.Message> {
  private static final int CONTEXT = 3;
  private static final int PERCENT = 100;

  /** A receive of the scenario. */
  static final class Receive extends PostedReceive {
    private final int number;

    Receive(Post post, int number) {
      this.number = number;
      accept(post.source(), post.tag());
    }

    @Override
    public int slot() {
      return number;
    }

    @Override
    public void describe(WaitDescription wait) {
      wait.operation("receive " + number);
    }
  }

  /** A message that is kept. */
  static final class Message extends UnexpectedMessage {
    private final String name;

    Message(int source, int tag, String name) {
      this.name = name;
      envelope(source, tag, 0);
    }
  }

  private final class Context extends OffloadedContext<Receive, Message> {
    private final MatchingEngine<Receive, Message> matching =
        new MatchingEngine<>(scenario.sent().size());

    @Override
    public int contextId() {
      return CONTEXT;
    }

    @Override
    public MatchingEngine<Receive, Message> matching() {
      return matching;
    }

    @Override
    public Place placeOf(int source) {
      if (source == Scenario.ANY) {
        return scenario.anySource();
      }
      return source == scenario.byFrames() ? Place.ELSEWHERE : Place.TRANSPORT;
    }
  }

  private final Scenario scenario;
  private final Choices choices;
  private final SimulatedTagMatching device;
  private final TagOffload<Receive, Message> offload;
  private final Context context;
  private final MatchingEngine<Receive, Message> matching;
  private final Outcome outcome;
  private final List<Receive> receives = new ArrayList<>();
  private final int[] arrived;
  private int done;
  private boolean refillWanted;

  ScenarioRun(Scenario scenario, Nature nature, OffloadRules rules, Choices choices) {
    this.scenario = scenario;
    this.choices = choices;
    // What has a percentage happens or does not.
    device =
        new SimulatedTagMatching(
            nature,
            options -> options == PERCENT ? choices.choose(2) * PERCENT : choices.choose(options));
    context = new Context();
    matching = context.matching();
    outcome = new Outcome(scenario);
    arrived = new int[scenario.sent().size()];
    offload = new TagOffload<>(device, rules, this);
  }

  /** Goes on until nothing more can happen. */
  Outcome run() {
    List<Runnable> enabled = enabled();
    while (!enabled.isEmpty()) {
      enabled.get(enabled.size() == 1 ? 0 : choices.choose(enabled.size())).run();
      enabled = enabled();
    }
    return outcome;
  }

  OffloadCounts counts() {
    return offload.counts();
  }

  private List<Runnable> enabled() {
    List<Runnable> enabled = new ArrayList<>();
    if (done < scenario.program().size()) {
      enabled.add(() -> step(scenario.program().get(done++)));
    }
    for (int source = 0; source < arrived.length; source++) {
      int from = source;
      if (arrived[from] < scenario.sent().get(from).size()) {
        enabled.add(() -> arrive(from, arrived[from]++));
      }
    }
    for (int i = 0; i < device.tellable(); i++) {
      int which = i;
      enabled.add(() -> tell(which));
    }
    return enabled;
  }

  /** As a poll does: events, then what has been held back. */
  private void tell(int which) {
    device.tell(which);
    if (refillWanted && (device.tellable() == 0 || choices.choose(2) == 0)) {
      offload.refill();
    }
  }

  private void step(Step step) {
    if (step instanceof Post post) {
      post(new Receive(post, receives.size()));
    } else if (step instanceof Cancel cancel) {
      Receive receive = receives.get(cancel.post());
      if (matching.cancel(receive)) {
        offload.takeBack(receive);
        outcome.cancelled(cancel.post());
      }
    } else if (step instanceof Take take) {
      Message message = matching.takeUnexpected(take.source(), take.tag());
      outcome.taken(message == null ? null : message.name);
    }
  }

  private void post(Receive receive) {
    receives.add(receive);
    Message message = matching.takeUnexpected(receive.wantedSource(), receive.wantedTag());
    if (message != null) {
      outcome.matched(receive.number, message.name);
    } else {
      matching.post(receive);
      offload.posted(context, receive);
    }
  }

  private void arrive(int source, int number) {
    int tag = scenario.sent().get(source).get(number);
    String name = Scenario.name(source, number);
    if (source != scenario.byFrames()) {
      device.arrive(
          source, LaneTag.of(CONTEXT, source, tag), name.getBytes(StandardCharsets.US_ASCII));
      return;
    }
    Receive receive = matching.takePosted(source, tag);
    if (receive == null) {
      matching.addUnexpected(new Message(source, tag, name));
    } else {
      offload.takeBack(receive);
      outcome.matched(receive.number, name);
    }
  }

  // What the offload asks of its owner

  private static String textOf(Memory memory, int offset, int lengthBytes) {
    byte[] text = new byte[lengthBytes];
    memory.bytes().get(offset, text);
    return new String(text, StandardCharsets.US_ASCII);
  }

  @Override
  public Message keep(long laneTag, Memory memory, int offset, int lengthBytes) {
    return new Message(
        (int) (laneTag >>> 16) & 0xFFFF,
        (int) (laneTag >>> 32),
        textOf(memory, offset, lengthBytes));
  }

  @Override
  public OffloadedContext<Receive, Message> contextOf(Message message) {
    return context;
  }

  @Override
  public void hold(Message message) {
    throw new AssertionError("the context is open");
  }

  @Override
  public void unexpected(OffloadedContext<Receive, Message> of, Message message) {
    matching.addUnexpected(message);
  }

  @Override
  public void deliver(Message message, Receive receive) {
    outcome.matched(receive.number, message.name);
  }

  @Override
  public void matched(Receive receive, long laneTag, Memory memory, int offset, int lengthBytes) {
    outcome.matched(receive.number, textOf(memory, offset, lengthBytes));
  }

  @Override
  public void lost(Receive receive) {
    throw new AssertionError("nobody has failed");
  }

  @Override
  public void pollRefill(boolean wanted) {
    refillWanted = wanted;
  }
}
