package org.ob1j.tests.soak.round;

import java.util.List;
import java.util.function.Predicate;
import org.ob1j.tests.soak.plan.PlannedMessage;
import org.ob1j.tests.soak.plan.RoundPlan;

/** Carries out one rank's part of a round. */
public final class Round {
  private final RankContext context;
  private final RoundPlan plan;
  private final Sender sender;
  private final Receiver receiver;

  public Round(RankContext context) {
    this.context = context;
    plan = context.plan();
    sender = new Sender(context);
    receiver = new Receiver(context);
  }

  /** Returns when this rank has sent, received and verified everything. */
  public void run() {
    context.attachBuffer();
    if (plan.renewsDuplicate()) {
      context.communicators().renewDuplicate();
    }
    switch (plan.kind()) {
      case POSTED_FIRST -> runPostedFirst();
      case SENT_FIRST -> runSentFirst();
      case IN_ORDER -> runInOrder();
      case PERSISTENT -> new PersistentRound(context).run();
      default -> runCancelled();
    }
    context.detachBuffer();
    context.directBuffers().endRound();
  }

  private void runPostedFirst() {
    receiver.postUnwanted();
    receiver.inPostingOrder().forEach(receiver::post);
    context.communicators().base().barrier();
    for (PlannedMessage message : outgoing()) {
      if (message.blocking()) {
        sender.send(message);
      } else {
        sender.start(message);
      }
    }
    complete();
  }

  private void runSentFirst() {
    sendWithoutWaiting();
    context.communicators().base().barrier();
    receiver.postUnwanted();
    receiver.inPostingOrder().forEach(receiver::receive);
    receiver.claimTheRest();
    complete();
  }

  private void runCancelled() {
    new CancelRace(context).run(this::sendWithoutWaiting);
    sender.complete();
  }

  private void sendWithoutWaiting() {
    for (PlannedMessage message : outgoing()) {
      if (message.blocking() && message.mode() == PlannedMessage.Mode.BUFFERED) {
        sender.send(message);
      } else {
        sender.start(message);
      }
    }
  }

  private void complete() {
    if (context.random().nextBoolean()) {
      sender.complete();
    }
    receiver.completeAndVerify();
    sender.complete();
  }

  private void runInOrder() {
    for (List<PlannedMessage> step : plan.steps()) {
      if (step.size() == 1 && step.get(0).source() != step.get(0).destination()) {
        runMessage(step.get(0));
      } else {
        receiver.exchange(
            find(step, message -> message.source() == context.rank()),
            find(step, message -> message.destination() == context.rank()));
      }
    }
    receiver.completeAndVerify();
  }

  private void runMessage(PlannedMessage message) {
    if (message.source() == context.rank()) {
      sender.send(message);
    } else if (message.destination() == context.rank()) {
      receiver.receive(message);
    }
  }

  private static PlannedMessage find(List<PlannedMessage> step, Predicate<PlannedMessage> wanted) {
    return step.stream().filter(wanted).findFirst().orElseThrow();
  }

  private List<PlannedMessage> outgoing() {
    return plan.messages().stream().filter(message -> message.source() == context.rank()).toList();
  }
}
