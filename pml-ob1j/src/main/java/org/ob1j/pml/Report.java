package org.ob1j.pml;

import org.ob1j.btl.BtlModule;

/**
 * What a process waits for and what is in its queues, for the user. Read while the process may be
 * running, so figures may be a moment old.
 */
final class Report {
  private static final int MAX_LISTED = 20;

  private Report() {}

  static String of(Ob1Pml pml) {
    StringBuilder text = new StringBuilder();
    text.append("rank ").append(pml.identity().rank()).append('\n');
    pml.contexts().forEach(communicator -> describe(communicator, text));
    if (pml.contexts().heldCount() != 0) {
      text.append("  messages for communicators not created here yet: ")
          .append(pml.contexts().heldCount())
          .append('\n');
    }
    int listed = 0;
    for (SendRequest send : pml.sends().all()) {
      if (send.stage() != SendStage.FREE
          && send.stage() != SendStage.FINISHED
          && listed++ < MAX_LISTED) {
        text.append("  send of ")
            .append(send.convertor().lengthBytes())
            .append(" bytes to rank ")
            .append(send.destination())
            .append(", tag ")
            .append(send.tag())
            .append(", ")
            .append(send.stage())
            .append('\n');
      }
    }
    for (Peer peer : pml.peers()) {
      if (peer != null) {
        text.append("  ").append(peer.describe()).append('\n');
      }
    }
    text.append("  received ").append(pml.counts().describe()).append('\n');
    text.append("  unexpected payload bytes ")
        .append(pml.arrivals().payloadBytesInUse())
        .append('\n');
    for (BtlModule module : pml.modules()) {
      text.append("  ").append(module.describe()).append('\n');
    }
    return text.toString();
  }

  private static void describe(Ob1Communicator communicator, StringBuilder text) {
    text.append("  ").append(communicator.describe());
    int[] listed = new int[2];
    communicator
        .matching()
        .forEachPosted(
            receive -> {
              if (listed[0]++ < MAX_LISTED) {
                text.append("    posted: ").append(receive).append('\n');
              }
            });
    communicator
        .matching()
        .forEachUnexpected(
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
