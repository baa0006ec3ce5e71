package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.sm.copy.HelpRequests;
import org.ob1j.btl.sm.copy.OwnMemory;
import org.ob1j.btl.sm.copy.PeerMemory;
import org.ob1j.btl.sm.ring.BrokenRingException;
import org.ob1j.btl.sm.ring.LongRingSender;
import org.ob1j.btl.sm.ring.OutgoingRing;
import org.ob1j.btl.sm.segment.PeerSegment;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.Memory;

/** Makes the endpoints of peers when they are needed, and finds out who sends to this process. */
final class Connector {
  private static final String ELSEWHERE =
      "it is on another host, or in a pid, user or network namespace of its own; in user namespaces"
          + " btl_sm_open_by_name may help";

  /** The one reason that may pass: it is asked again. */
  private static final String NOTHING_YET = "it has published no address";

  private final SharedMemoryModule module;
  private final BtlContext context;
  private final JobIdentity identity;
  private final Processes processes;
  private final SegmentAddress address;
  private final OwnMemory memory;
  private final LongRingSender.LongRings longRings;

  private final RankTable<SharedMemoryEndpoint> endpoints = new RankTable<>();

  /** Why a peer is not reached; null if that is not known yet, or it is. */
  private final RankTable<String> unreachable = new RankTable<>();

  /** From whom a ring has been opened. */
  private final RankTable<Boolean> senders = new RankTable<>();

  Connector(
      SharedMemoryModule module,
      BtlContext context,
      SegmentAddress address,
      OwnMemory memory,
      LongRingSender.LongRings longRings) {
    this.module = module;
    this.context = context;
    identity = context.identity();
    processes = context.processes();
    this.address = address;
    this.memory = memory;
    this.longRings = longRings;
  }

  /** The endpoint of a peer; null if it cannot be reached. */
  SharedMemoryEndpoint endpoint(int rank) {
    SharedMemoryEndpoint known = endpoints.get(rank);
    String why = known == null ? unreachable.get(rank) : null;
    if (known == null && (why == null || why.equals(NOTHING_YET))) {
      connect(rank);
    }
    return known == null ? endpoints.get(rank) : known;
  }

  String whyUnreachable(int rank) {
    boolean oneHost = identity.localSize() == identity.size();
    return ELSEWHERE.equals(unreachable.get(rank)) && !oneHost ? null : unreachable.get(rank);
  }

  /** What a process has published; null if it is not on this host, or this process. */
  SegmentAddress addressHere(int rank) {
    byte[] published = published(rank);
    SegmentAddress peer = published == null ? null : SegmentAddress.fromBytes(published);
    return refusal(rank, published, peer) == null ? peer : null;
  }

  /** What this process publishes of its segment. */
  SegmentAddress ownAddress() {
    return address;
  }

  /** Whether a process that has published this is on this host. */
  boolean isHere(SegmentAddress peer) {
    return peer.host().equals(address.host());
  }

  private byte[] published(int rank) {
    return rank == identity.rank() ? null : processes.published(rank, SegmentAddress.MODEX_KEY);
  }

  private void connect(int rank) {
    byte[] published = published(rank);
    SegmentAddress peer = published == null ? null : SegmentAddress.fromBytes(published);
    String refusal = refusal(rank, published, peer);
    if (refusal != null) {
      unreachable.put(rank, refusal);
      return;
    }
    if (peer.maxFrameBytes() != address.maxFrameBytes()) {
      throw new BtlException(
          String.format(
              "sm: btl_sm_max_send_size is %d here and %d at %s; it must be the same",
              address.maxFrameBytes(), peer.maxFrameBytes(), processes.describe(rank)));
    }
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      PeerSegment segment = PeerSegment.join(peer, processes.name(rank), processes.self());
      endpoints.put(rank, newEndpoint(rank, peer, segment));
    } catch (IOException cannotJoin) {
      unreachable.put(
          rank,
          "its segment cannot be used: "
              + cannotJoin.getMessage()
              + (cannotJoin instanceof FileSystemException
                  ? " (where processes may not open each other's files through /proc,"
                      + " btl_sm_open_by_name may help)"
                  : ""));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String refusal(int rank, byte[] published, SegmentAddress peer) {
    if (rank == identity.rank()) {
      return "it is this process";
    }
    if (peer == null) {
      return published == null ? NOTHING_YET : "it has published no address that can be read";
    }
    return isHere(peer) ? null : ELSEWHERE;
  }

  private SharedMemoryEndpoint newEndpoint(int rank, SegmentAddress peer, PeerSegment segment) {
    PeerSleep sleep = new PeerSleep(segment.header(), peer.processId());
    OutgoingRing outgoing = new OutgoingRing(segment, sleep);
    PeerMemory peerMemory =
        new PeerMemory(
            memory,
            processes.name(rank),
            peer.processId(),
            new HelpByRing(outgoing),
            SenderPartLayout.boards(segment.ring()));
    return new SharedMemoryEndpoint(
        rank,
        module,
        segment.header(),
        outgoing,
        new LongRingSender(longRings, processes.name(rank), segment.ring()),
        peerMemory,
        sleep);
  }

  /** Help is asked for by the ring that frames go through, too. */
  private record HelpByRing(OutgoingRing ring) implements HelpRequests {
    @Override
    public boolean send(int board, long operation) {
      try {
        return ring.sendControl(PeerMemory.HELP, board, operation, 0);
      } catch (BrokenRingException broken) {
        // The next frame finds that out too, and reports it.
        return false;
      }
    }
  }

  /** Who says that it has made a ring in this process's segment; UNKNOWN if it is nobody known. */
  int senderOf(Memory ring) {
    long claimed = SenderPartLayout.claimedBy(ring);
    if (claimed < 1 || claimed > Integer.MAX_VALUE) {
      return Processes.UNKNOWN;
    }
    for (String job : processes.jobs()) {
      if (SenderPartLayout.isOfJob(ring, job)) {
        return processes.find(new ProcessName(job, (int) claimed - 1));
      }
    }
    return Processes.UNKNOWN;
  }

  /** Why frames from a ring of a process cannot be taken; null if they can be. */
  String refusal(int sender) {
    if (sender == Processes.UNKNOWN || sender == identity.rank()) {
      return "it is claimed by nobody that is known, or by this process";
    }
    if (senders.get(sender) != null) {
      return processes.describe(sender) + " has another one already";
    }
    senders.put(sender, true);
    if (endpoint(sender) == null) {
      String why =
          processes.describe(sender) + " sends, but cannot be sent to: " + unreachable.get(sender);
      context.receiver().failed(module, sender, new BtlException("sm: " + why));
      return why;
    }
    return null;
  }

  void describeTo(StringBuilder text) {
    for (SharedMemoryEndpoint endpoint : endpoints.values()) {
      text.append("\n  ").append(endpoint.describe());
    }
    for (int rank : unreachable.ranks()) {
      text.append("\n  ").append(processes.describe(rank));
      text.append(" not reached: ").append(unreachable.get(rank));
    }
  }

  public void close() {
    for (SharedMemoryEndpoint endpoint : endpoints.values()) {
      endpoint.close();
    }
  }
}
