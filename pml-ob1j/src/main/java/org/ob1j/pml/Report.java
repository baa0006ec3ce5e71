package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.MatchingContext;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.ReceiveStage;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.pml.protocol.SendStage;

/**
 * What a process waits for and what is in its queues, for the user. The thread that uses the engine
 * writes it: only it sees its queues whole.
 */
final class Report {
  private static final int MAX_LISTED = 20;

  private Report() {}

  static String of(Ob1Pml pml) {
    StringBuilder text = new StringBuilder();
    pending(pml, text);
    pml.contexts().forEach(communicator -> describe(communicator, text));
    pml.unclaimed().all().stream()
        .limit(MAX_LISTED)
        .forEach(message -> text.append("  matched, not claimed: ").append(message).append('\n'));
    if (!pml.readyMisses().describe().isEmpty()) {
      text.append("  ").append(pml.readyMisses().describe()).append('\n');
    }
    if (pml.contexts().heldCount() != 0) {
      text.append("  messages for communicators not created here yet: ")
          .append(pml.contexts().heldCount())
          .append('\n');
    }
    for (Peer peer : pml.peers().all()) {
      text.append("  ").append(peer.describe()).append('\n');
    }
    text.append("  received ").append(pml.counts().describe()).append('\n');
    text.append("  unexpected payload bytes ")
        .append(pml.arrivals().payloadBytesInUse())
        .append('\n');
    if (pml.tagFrames() != null) {
      text.append("  ").append(pml.tagFrames().describe()).append('\n');
    }
    text.append("  ").append(pml.requests().registrations().describe()).append('\n');
    text.append("  ").append(pml.sleeper().describe()).append('\n');
    for (BtlModule module : pml.modules()) {
      text.append("  ").append(module.describe()).append('\n');
    }
    return text.toString();
  }

  /** The operations that have begun and not ended. */
  private static void pending(Ob1Pml pml, StringBuilder text) {
    List<String> lines = new ArrayList<>();
    for (ReceiveRequest receive : pml.requests().receives().all()) {
      if (receive.stage() == ReceiveStage.POSTED || receive.stage() == ReceiveStage.TRANSFERRING) {
        lines.add(receive + ", " + receive.communicator().label());
      }
    }
    for (SendRequest send : pml.requests().sends().all()) {
      if (send.stage() != SendStage.FREE && send.stage() != SendStage.FINISHED) {
        lines.add(send.toString());
      }
    }
    lines.stream()
        .limit(MAX_LISTED)
        .forEach(line -> text.append("  pending: ").append(line).append('\n'));
    if (lines.size() > MAX_LISTED) {
      text.append("  and ").append(lines.size() - MAX_LISTED).append(" more\n");
    }
  }

  private static void describe(MatchingContext communicator, StringBuilder text) {
    MatchingEngine<ReceiveRequest, Arrival> matching = communicator.matching();
    text.append("  ")
        .append(communicator.label())
        .append(" (context ")
        .append(communicator.contextId())
        .append("): rank ")
        .append(communicator.rank())
        .append(" of ")
        .append(communicator.size())
        .append(", posted ")
        .append(matching.postedCount())
        .append(", unexpected ")
        .append(matching.unexpectedCount())
        .append(", early ")
        .append(matching.earlyCount())
        .append('\n');
    int[] listed = new int[2];
    matching.forEachPosted(
        receive -> {
          if (listed[0]++ < MAX_LISTED) {
            text.append("    posted: ").append(receive).append('\n');
          }
        });
    matching.forEachUnexpected(
        arrival -> {
          if (listed[1]++ < MAX_LISTED) {
            text.append("    unexpected: ")
                .append(arrival.messageBytes)
                .append(" bytes from rank ")
                .append(arrival.source())
                .append(", tag ")
                .append(arrival.tag())
                .append('\n');
          }
        });
  }
}
