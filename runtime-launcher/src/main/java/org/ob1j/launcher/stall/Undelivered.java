package org.ob1j.launcher.stall;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.job.ContextTraffic;

/**
 * Messages that one rank has sent and another, which looks for messages, has not received, or not
 * whole: something between the two is stuck, not the program.
 *
 * @param from who has sent them
 * @param to to whom
 * @param where they are
 * @param count how many
 * @param context the context's id
 * @param communicator what the sender calls the context
 * @param transport by which they go
 */
record Undelivered(
    int from, int to, Where where, int count, int context, String communicator, String transport) {
  /** How far messages have come. */
  enum Where {
    /** The sender's transport has not taken them. */
    AT_THE_SENDER,
    /** The sender's transport has taken them; nothing of them has arrived. */
    BETWEEN,
    /** Each has begun to arrive, and a receive has matched it. */
    PARTLY_THERE
  }

  /**
   * Compares what ranks have sent with what the others have received, wherever both ends of a
   * context tell of each other.
   *
   * @param traffic of ranks that look for messages
   */
  static List<Undelivered> find(Map<Integer, List<ContextTraffic>> traffic) {
    List<Undelivered> found = new ArrayList<>();
    traffic.forEach(
        (from, contexts) -> {
          for (ContextTraffic context : contexts) {
            for (ContextTraffic.Peer sender : context.peers()) {
              ContextTraffic.Peer receiver =
                  peer(traffic.getOrDefault(sender.rank(), List.of()), context.context(), from);
              if (receiver != null) {
                compare(from, context, sender, receiver, found);
              }
            }
          }
        });
    return found;
  }

  private static ContextTraffic.Peer peer(List<ContextTraffic> contexts, int context, int rank) {
    return contexts.stream()
        .filter(each -> each.context() == context)
        .flatMap(each -> each.peers().stream())
        .filter(peer -> peer.rank() == rank)
        .findFirst()
        .orElse(null);
  }

  private static void compare(
      int from,
      ContextTraffic context,
      ContextTraffic.Peer sender,
      ContextTraffic.Peer receiver,
      List<Undelivered> found) {
    for (Where where : Where.values()) {
      int count =
          switch (where) {
            case AT_THE_SENDER -> sender.waiting();
            case BETWEEN -> sender.sent() - receiver.received();
            case PARTLY_THERE -> receiver.incomplete();
          };
      // Less sent than received: the sender has told before it sent.
      if (count > 0) {
        found.add(
            new Undelivered(
                from,
                sender.rank(),
                where,
                count,
                context.context(),
                context.label(),
                sender.transport()));
      }
    }
  }

  /** In words, as {@code rank 0 has sent 1 message that rank 1 has not received (…)}. */
  String describe() {
    String messages = count == 1 ? "1 message" : count + " messages";
    String what =
        switch (where) {
          case AT_THE_SENDER -> "rank %d has %s for rank %d that its transport has not taken";
          case BETWEEN -> "rank %d has sent %s that rank %d has not received";
          case PARTLY_THERE -> "rank %d has sent %s of which rank %d has not received all";
        };
    return what.formatted(from, messages, to)
        + " ("
        + communicator
        + ", context "
        + context
        + (transport.isEmpty() ? ")" : ", by " + transport + ")");
  }
}
