package org.ob1j.pml;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlModule;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.pml.peer.OffloadedLane;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.OutgoingRdma;
import org.ob1j.pml.protocol.ReceiveChoice;
import org.ob1j.pml.select.RdmaTraits;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.pml.select.SendProtocolSelector;
import org.ob1j.pml.select.SendTraits;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.SendMode;

/**
 * Which protocol serves which lengths and buffers, for each peer, as the tables have it for the
 * transports that are in use. Asks them with a small buffer of each kind.
 */
final class ProtocolReport {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final long LONGEST_SAMPLE_BYTES = 1L << 32;
  private static final int SAMPLE_BYTES = 1 << 20;

  /** A message so long that its division shows the weights. */
  private static final long WHOLE = 1L << 40;

  private static final SendProtocol[] ANNOUNCEMENTS = {
    SendProtocol.RDMA_PIPELINE, SendProtocol.RDMA_DIRECT_PUT, SendProtocol.RDMA_DIRECT_GET
  };

  private final Ob1Pml pml;
  private final Map<String, Object> samples = new LinkedHashMap<>();

  /** Of the peers that are being described; null if they have none. */
  private OffloadedLane lane;

  private ProtocolReport(Ob1Pml pml) {
    this.pml = pml;
    samples.put("array", new byte[SAMPLE_BYTES]);
    samples.put("direct", ByteBuffer.allocateDirect(SAMPLE_BYTES));
    samples.put("MPI.newByteBuffer", pml.buffers().allocate(SAMPLE_BYTES));
  }

  /** The report, in lines; peers for which it reads the same share theirs. */
  static String of(Ob1Pml pml) {
    return new ProtocolReport(pml).text();
  }

  private String text() {
    Map<List<BtlModule>, List<Integer>> ranks = new LinkedHashMap<>();
    for (int rank = 0; rank < pml.identity().size(); rank++) {
      Peer peer = pml.peers().of(rank);
      if (!peer.isSelf()) {
        ranks.computeIfAbsent(peer.rails().modules(), modules -> new ArrayList<>()).add(rank);
      }
    }
    StringBuilder text = new StringBuilder();
    ranks.forEach((modules, peers) -> describe(modules.get(0), peers, text));
    return text.toString();
  }

  private void describe(BtlModule module, List<Integer> peers, StringBuilder text) {
    text.append("ob1j: protocols of rank ")
        .append(pml.identity().rank())
        .append(" with ")
        .append(peers.size() == 1 ? "rank " : "ranks ")
        .append(String.join(", ", peers.stream().map(String::valueOf).toList()))
        .append(" by ")
        .append(module.name())
        .append(", capabilities ")
        .append(module.attributes().capabilities())
        .append('\n');
    Peer first = pml.peers().of(peers.get(0));
    describeRails(first.rails(), text);
    lane = pml.tagFrames() == null ? null : pml.tagFrames().laneTo(first);
    if (lane != null) {
      text.append("  tags are matched by the transport, in contexts 0 to ")
          .append(LaneTag.MAX_CONTEXT)
          .append(" of at most ")
          .append(LaneTag.MAX_SOURCES)
          .append(" ranks\n");
    }
    for (Map.Entry<String, Object> sample : samples.entrySet()) {
      Convertor convertor = new Convertor();
      convertor.prepare(sample.getValue(), SAMPLE_BYTES, BYTES);
      for (SendMode mode :
          new SendMode[] {SendMode.STANDARD, SendMode.BUFFERED, SendMode.SYNCHRONOUS}) {
        text.append("  send, ")
            .append(mode == SendMode.STANDARD ? "standard or ready" : mode.name().toLowerCase())
            .append(", ")
            .append(sample.getKey())
            .append(": ")
            .append(sends(module, convertor, mode))
            .append('\n');
      }
      text.append("  receive, ")
          .append(sample.getKey())
          .append(": ")
          .append(receives(module, convertor))
          .append('\n');
    }
  }

  /** Which part of a long message goes by which rail, where there are several. */
  private static void describeRails(Rails rails, StringBuilder text) {
    if (rails.areSeveral()) {
      long[] parts = Rails.shares(WHOLE, rails.all());
      text.append("  long messages are divided among the rails:");
      for (int i = 0; i < parts.length; i++) {
        Rail rail = rails.all().get(i);
        text.append(i == 0 ? " " : "; ")
            .append(Math.round(parts[i] * 100.0 / WHOLE))
            .append(" % by ")
            .append(rail.name())
            .append(i == 0 ? "" : ", capabilities " + rail.attributes().capabilities());
      }
      text.append('\n');
    }
  }

  private String sends(BtlModule module, Convertor sample, SendMode mode) {
    List<String> runs = new ArrayList<>();
    SendProtocol last = null;
    long first = 0;
    for (long lengthBytes : changes(module, sample, mode)) {
      SendProtocol protocol = select(module, sample, mode, lengthBytes);
      if (protocol != last) {
        if (last != null) {
          runs.add(first + " to " + (lengthBytes - 1) + " " + last);
        }
        last = protocol;
        first = lengthBytes;
      }
    }
    runs.add("from " + first + " " + last);
    return String.join(", ", runs);
  }

  private SendProtocol select(BtlModule module, Convertor sample, SendMode mode, long lengthBytes) {
    OutgoingRdma rdma = OutgoingRdma.of(pml.requests(), module, sample, lengthBytes);
    SendTraits traits =
        SendTraits.of(
            mode,
            lengthBytes,
            sample.isContiguous(),
            sample.directBytes() != null,
            true,
            module.attributes().eagerLimit() - MatchHeader.BYTES,
            MatchHeader.BYTES,
            module.attributes(),
            rdma == null ? RdmaTraits.NONE : rdma.traits());
    SendProtocol protocol =
        SendProtocolSelector.select(lane == null ? traits : traits.byLane(lane.eagerBytes()));
    if (rdma != null) {
      rdma.release();
    }
    return protocol;
  }

  /** The lengths at which another protocol begins, between those at which one may, too. */
  private SortedSet<Long> changes(BtlModule module, Convertor sample, SendMode mode) {
    TreeSet<Long> lengths = new TreeSet<>(changes(module.attributes()));
    if (lane != null) {
      lengths.add(lane.eagerBytes() + 1L);
    }
    // A transport prefers a get for lengths of its own choice, which are seldom close together.
    for (long longer = 2 * lengths.last(); longer <= LONGEST_SAMPLE_BYTES; longer *= 2) {
      lengths.add(longer);
    }
    for (long after : List.copyOf(lengths.tailSet(1L))) {
      long before = lengths.lower(after);
      SendProtocol protocol = select(module, sample, mode, after);
      while (after - before > 1 && select(module, sample, mode, before) != protocol) {
        long middle = (before + after) >>> 1;
        if (select(module, sample, mode, middle) == protocol) {
          after = middle;
        } else {
          before = middle;
        }
      }
      lengths.add(after);
    }
    return lengths;
  }

  /** The lengths at which a row of the table may begin to fit or to fit no more. */
  private static SortedSet<Long> changes(BtlAttributes attributes) {
    TreeSet<Long> lengths = new TreeSet<>(List.of(0L, 1L));
    lengths.add(attributes.copyLimit() + 1L);
    lengths.add(attributes.immediateLimit() - MatchHeader.BYTES + 1L);
    lengths.add(attributes.eagerLimit() - MatchHeader.BYTES + 1L);
    if (attributes.minRdmaPipelineSize() < Long.MAX_VALUE) {
      lengths.add(attributes.minRdmaPipelineSize() + 1);
    }
    return lengths.tailSet(0L);
  }

  private String receives(BtlModule module, Convertor sample) {
    List<String> answers = new ArrayList<>();
    long lengthBytes = module.attributes().maxSendSize() + 1L;
    for (SendProtocol announced : ANNOUNCEMENTS) {
      answers.add(
          announced
              + " by "
              + ReceiveChoice.example(pml.requests(), module, sample, announced, lengthBytes));
    }
    return String.join(", ", answers);
  }
}
