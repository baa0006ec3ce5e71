package org.ob1j.runtime.control.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.job.ContextTraffic;

/** The part of a report's bytes that tells of messages exchanged; see {@link ControlCodec}. */
final class TrafficCodec {
  static final int MAX_LABEL_BYTES = 64;
  static final int MAX_TRANSPORT_BYTES = 16;

  private static final int CONTEXT_BYTES = 3 * Integer.BYTES + MAX_LABEL_BYTES;
  private static final int PEER_BYTES = 6 * Integer.BYTES + MAX_TRANSPORT_BYTES;

  static final int MAX_BYTES =
      Integer.BYTES
          + ContextTraffic.MAX_CONTEXTS * CONTEXT_BYTES
          + ContextTraffic.MAX_PEERS * PEER_BYTES;

  private TrafficCodec() {}

  /** Writes it; nothing of it if it is more than a report may tell. */
  static void write(List<ContextTraffic> traffic, ByteBuffer body) {
    int peers = traffic.stream().mapToInt(context -> context.peers().size()).sum();
    if (traffic.size() > ContextTraffic.MAX_CONTEXTS || peers > ContextTraffic.MAX_PEERS) {
      body.putInt(0);
      return;
    }
    body.putInt(traffic.size());
    for (ContextTraffic context : traffic) {
      body.putInt(context.context());
      ControlCodec.putBytes(body, ControlCodec.utf8(context.label(), MAX_LABEL_BYTES));
      body.putInt(context.peers().size());
      for (ContextTraffic.Peer peer : context.peers()) {
        body.putInt(peer.rank()).putInt(peer.sent()).putInt(peer.waiting());
        body.putInt(peer.received()).putInt(peer.incomplete());
        ControlCodec.putBytes(body, ControlCodec.utf8(peer.transport(), MAX_TRANSPORT_BYTES));
      }
    }
  }

  static List<ContextTraffic> read(ByteBuffer body) throws ControlProtocolException {
    int contexts =
        ControlCodec.ranged("a count of contexts", body.getInt(), 0, ContextTraffic.MAX_CONTEXTS);
    int peersLeft = ContextTraffic.MAX_PEERS;
    List<ContextTraffic> traffic = new ArrayList<>();
    for (int i = 0; i < contexts; i++) {
      int context = ControlCodec.atLeast("a context id", body.getInt(), 0);
      String label = ControlCodec.text("a context's label", body, MAX_LABEL_BYTES);
      int count = ControlCodec.ranged("a count of peers", body.getInt(), 0, peersLeft);
      peersLeft -= count;
      List<ContextTraffic.Peer> peers = new ArrayList<>();
      for (int j = 0; j < count; j++) {
        peers.add(readPeer(body));
      }
      traffic.add(new ContextTraffic(context, label, peers));
    }
    return traffic;
  }

  private static ContextTraffic.Peer readPeer(ByteBuffer body) throws ControlProtocolException {
    int rank = ControlCodec.atLeast("a rank", body.getInt(), 0);
    int sent = body.getInt();
    int waiting = ControlCodec.atLeast("a count of messages", body.getInt(), 0);
    int received = body.getInt();
    int incomplete = ControlCodec.atLeast("a count of messages", body.getInt(), 0);
    String transport = ControlCodec.text("a transport's name", body, MAX_TRANSPORT_BYTES);
    return new ContextTraffic.Peer(rank, transport, sent, waiting, received, incomplete);
  }
}
