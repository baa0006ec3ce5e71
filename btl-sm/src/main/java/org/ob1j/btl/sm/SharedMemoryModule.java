package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.Memory;

/** The shared memory of this rank's host, opened for this process. */
final class SharedMemoryModule implements BtlModule, PollSet.Owner, IncomingRing.ControlHandler {
  private static final String ELSEWHERE =
      "it is on another host, or in a pid or network namespace of its own";

  /** A peer that leaves its ring full for so long is busy with something else. */
  private static final long BUSY_SLEEP_NANOS = 1_000_000;

  private static final String NAME = "sm.0";

  private record PendingFailure(SharedMemoryEndpoint endpoint, BtlException cause) {}

  private final BtlContext context;
  private final SharedMemorySettings settings;
  private final SharedFile segment;
  private final SegmentLayout layout;
  private final SegmentAddress address;
  private final OwnMemory memory;
  private final IncomingRing[] incoming;
  private final PollSet pollSet;
  private final RejectionCounts rejections = new RejectionCounts();
  private final LongRingSender.LongRings longRings;
  private final SleepFlag sleep;

  private final RankTable<SharedMemoryEndpoint> endpoints = new RankTable<>();

  /** Why a peer is not reached; null if that is not known yet, or it is. */
  private final RankTable<String> unreachable = new RankTable<>();

  private final List<SharedMemoryEndpoint> copying = new ArrayList<>();
  private final List<PendingFailure> failures = new ArrayList<>();
  private final List<String> troubles = new ArrayList<>();
  private boolean closed;

  /** One test in a poll stands for all that is seldom to do. */
  private boolean hasChores;

  /** An endpoint has been busy since the last look at this. */
  private boolean refused;

  SharedMemoryModule(
      BtlContext context,
      SharedMemorySettings settings,
      SharedFile segment,
      SegmentLayout layout,
      MemoryBudget budget,
      SegmentAddress address,
      SingleCopyMemory singleCopy,
      NativeBlocks natives) {
    this.context = context;
    this.settings = settings;
    this.segment = segment;
    this.layout = layout;
    this.address = address;
    sleep = SleepFlag.of(segment, context.doorbell());
    longRings =
        new LongRingSender.LongRings(
            settings, context.identity().jobId(), context.identity().rank(), budget);
    memory = new OwnMemory(settings, buffers(budget.bufferBytes()), singleCopy, natives);
    incoming = new IncomingRing[layout.rings()];
    for (int i = 0; i < incoming.length; i++) {
      if (i != address.localRank()) {
        incoming[i] =
            new IncomingRing(
                segment.memory(),
                layout,
                i,
                settings.attributes().maxSendSize(),
                context.receiver(),
                this,
                rejections);
      }
    }
    pollSet = new PollSet(segment.memory(), layout, incoming.clone(), this);
  }

  private SharedBuffers buffers(long limitBytes) {
    return new SharedBuffers(
        settings,
        context.identity().jobId(),
        context.identity().rank(),
        limitBytes,
        SharedBuffers.MAX_BUFFERS);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public BtlAttributes attributes() {
    return settings.attributes();
  }

  @Override
  public SharedMemoryEndpoint endpoint(int rank) {
    if (endpoints.get(rank) == null && unreachable.get(rank) == null) {
      connect(rank);
    }
    return endpoints.get(rank);
  }

  @Override
  public String whyUnreachable(int rank) {
    boolean oneHost = context.identity().localSize() == context.identity().size();
    return ELSEWHERE.equals(unreachable.get(rank)) && !oneHost ? null : unreachable.get(rank);
  }

  private void connect(int rank) {
    if (rank == context.identity().rank()) {
      unreachable.put(rank, "it is this process");
      return;
    }
    byte[] published = context.modex().get(rank, SegmentAddress.MODEX_KEY);
    SegmentAddress peer = published == null ? null : SegmentAddress.fromBytes(published);
    if (peer == null) {
      unreachable.put(rank, "it has published no address that can be read");
      return;
    }
    unreachable.put(rank, refusal(peer));
    if (unreachable.get(rank) != null) {
      return;
    }
    if (peer.maxFrameBytes() != attributes().maxSendSize()) {
      throw new BtlException(
          String.format(
              "sm: btl_sm_max_send_size is %d here and %d at rank %d; it must be the same",
              attributes().maxSendSize(), peer.maxFrameBytes(), rank));
    }
    try {
      Memory peerSegment =
          SharedFile.open(
              peer.processId(), peer.descriptor(), Path.of(peer.path()), layout.segmentBytes());
      unreachable.put(rank, layout.refusal(peerSegment, rank, context.identity().jobId()));
      if (unreachable.get(rank) == null && !claim(peerSegment)) {
        unreachable.put(rank, "another rank uses our ring in its segment");
      }
      if (unreachable.get(rank) == null) {
        endpoints.put(rank, newEndpoint(rank, peer, peerSegment));
      }
    } catch (IOException cannotOpen) {
      unreachable.put(
          rank,
          "its segment cannot be opened: "
              + cannotOpen.getMessage()
              + " (where ranks have pid or user namespaces of their own, btl_sm_open_by_name may"
              + " help)");
    }
  }

  private String refusal(SegmentAddress peer) {
    if (!peer.host().equals(address.host())) {
      return ELSEWHERE;
    }
    if (peer.localSize() != address.localSize()
        || peer.localRank() == address.localRank()
        || peer.localRank() < 0
        || peer.localRank() >= address.localSize()) {
      return String.format(
          "it is %d of %d ranks on this host and this process %d of %d",
          peer.localRank(), peer.localSize(), address.localRank(), address.localSize());
    }
    return null;
  }

  private boolean claim(Memory peerSegment) {
    int offset = layout.claimedOffset(address.localRank());
    long mine = context.identity().rank() + 1L;
    long before = peerSegment.getAndSetLong(offset, mine);
    if (before != 0 && before != mine) {
      peerSegment.putLongRelease(offset, before);
      return false;
    }
    return true;
  }

  private SharedMemoryEndpoint newEndpoint(int rank, SegmentAddress peer, Memory peerSegment) {
    int ring = address.localRank();
    PeerSleep sleep = new PeerSleep(peerSegment, peer.processId());
    OutgoingRing outgoing = new OutgoingRing(peerSegment, layout, ring, sleep);
    PeerMemory peerMemory =
        new PeerMemory(
            memory,
            rank,
            peer.processId(),
            context.identity().jobId(),
            outgoing,
            layout.boards(segment.memory(), peer.localRank()),
            layout.boards(peerSegment, ring),
            settings);
    return new SharedMemoryEndpoint(
        rank,
        this,
        peerSegment,
        outgoing,
        new LongRingSender(longRings, rank, peerSegment, layout.longRingOffset(ring)),
        peerMemory,
        sleep);
  }

  @Override
  public ByteBuffer allocate(int capacityBytes) {
    return memory.allocate(capacityBytes);
  }

  /** First: peers copy straight out of it and into it. */
  @Override
  public int allocationRank() {
    return 0;
  }

  @Override
  public BtlRegistration register(ByteBuffer buffer, int access) {
    return memory.register(buffer, access);
  }

  @Override
  public BtlRegistration registerBlocks(MessageBlocks message, int access) {
    return memory.registerBlocks(message, access);
  }

  @Override
  public boolean prefersGet(ByteBuffer buffer, long lengthBytes) {
    return memory.prefersGet(buffer, lengthBytes);
  }

  @Override
  public int registrationCount() {
    return memory.registrationCount();
  }

  @Override
  public int progress() {
    if (closed) {
      return 0;
    }
    int events = pollSet.poll();
    return hasChores ? events + doChores() : events;
  }

  private int doChores() {
    int events = failures.size();
    // First: a peer that was given up must not be copied from or to any more.
    if (!failures.isEmpty()) {
      reportFailures();
    }
    events += copy();
    hasChores = !copying.isEmpty() || !failures.isEmpty();
    return events;
  }

  @Override
  public void survey() {
    if (segment.isNamed()) {
      unlinkOnceClaimed();
    }
  }

  @Override
  public void prepareSleep() {
    if (!closed) {
      pollSet.forgetAll();
      sleep.raise();
    }
  }

  @Override
  public long maxSleepNanos() {
    if (closed) {
      return Long.MAX_VALUE;
    }
    boolean busy = refused;
    refused = false;
    if (!sleep.isRaised() || !copying.isEmpty() || !failures.isEmpty() || !pollSet.isSilent()) {
      return 0;
    }
    return busy ? BUSY_SLEEP_NANOS : Long.MAX_VALUE;
  }

  @Override
  public void endSleep() {
    if (!closed) {
      sleep.lower();
    }
  }

  /** Nobody rings when a ring has room again. */
  void noteRefusal() {
    refused = true;
  }

  /** Everybody who needs this segment has it when every ring but our own is claimed. */
  private void unlinkOnceClaimed() {
    for (int ring = 0; ring < layout.rings(); ring++) {
      if (ring != address.localRank()
          && segment.memory().getLongAcquire(layout.claimedOffset(ring)) == 0) {
        return;
      }
    }
    try {
      segment.unlink();
    } catch (IOException failed) {
      troubles.add("taking the segment's name away failed: " + failed.getMessage());
    }
  }

  /** The endpoint has copies under way. */
  void copyLater(SharedMemoryEndpoint endpoint) {
    hasChores = true;
    if (!copying.contains(endpoint)) {
      copying.add(endpoint);
    }
  }

  private int copy() {
    int events = 0;
    // A completion may begin another copy and so append to the list.
    for (int i = copying.size() - 1; i >= 0; i--) {
      SharedMemoryEndpoint endpoint = copying.get(i);
      events += endpoint.copy() ? 1 : 0;
      if (!endpoint.isCopying()) {
        copying.remove(i);
      }
    }
    return events;
  }

  /** Notes that a peer can't be reached any more; the receiver is told in the next progress. */
  void fail(SharedMemoryEndpoint endpoint, String why) {
    fail(endpoint, new BtlException("sm: rank " + endpoint.peer() + " cannot be reached: " + why));
  }

  void fail(SharedMemoryEndpoint endpoint, BtlException cause) {
    if (failures.stream().noneMatch(noted -> noted.endpoint() == endpoint)) {
      hasChores = true;
      failures.add(new PendingFailure(endpoint, cause));
    }
  }

  private void reportFailures() {
    List<PendingFailure> reported = List.copyOf(failures);
    failures.clear();
    for (PendingFailure failure : reported) {
      SharedMemoryEndpoint endpoint = failure.endpoint();
      if (!endpoint.hasFailed()) {
        memory.buffers().keepFreedMemory();
        context.receiver().failed(this, endpoint.peer(), failure.cause());
        endpoint.failed(failure.cause());
      }
    }
  }

  @Override
  public boolean identify(IncomingRing ring) {
    long claimed = segment.memory().getLongAcquire(layout.claimedOffset(ring.index()));
    int rank = (int) claimed - 1;
    if (claimed < 1 || claimed > context.identity().size() || rank == context.identity().rank()) {
      troubles.add("ring " + ring.index() + " is claimed by " + claimed + ", which is no rank");
      return false;
    }
    SharedMemoryEndpoint sender = endpoint(rank);
    if (sender == null) {
      troubles.add("rank " + rank + " sends, but cannot be sent to: " + unreachable.get(rank));
      context
          .receiver()
          .failed(this, rank, new BtlException("sm: rank " + rank + ": " + unreachable.get(rank)));
      return false;
    }
    ring.setFrom(sender);
    return true;
  }

  @Override
  public void broken(IncomingRing ring, FrameRejectedException cause) {
    rejections.count(cause);
    fail(
        (SharedMemoryEndpoint) ring.from(), "it wrote what cannot be right: " + cause.getMessage());
  }

  @Override
  public void control(IncomingRing ring, long type, long first, long second, long third) {
    if (type == PeerMemory.HELP) {
      ((SharedMemoryEndpoint) ring.from()).help(first, second);
      return;
    }
    if (type != LongRingSender.OFFER || ring.hasLongRing()) {
      throw new FrameRejectedException(
          FrameRejectedException.Rejection.UNKNOWN_TYPE, "control message " + type);
    }
    int peer = ring.from().peer();
    long answer = SegmentLayout.LONG_RING_REFUSED;
    try {
      ring.acceptLongRing(longRings.open(peer, first, second, third));
      answer = SegmentLayout.LONG_RING_OPEN;
    } catch (IOException cannotOpen) {
      troubles.add("long ring of rank " + peer + ": " + cannotOpen.getMessage());
    }
    segment.memory().putLongRelease(layout.longRingOffset(ring.index()), answer);
  }

  /** This rank's segment, for tests that damage it. */
  Memory segmentMemory() {
    return segment.memory();
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder(NAME);
    text.append(": segment of ").append(layout.segmentBytes()).append(" bytes, ");
    text.append(pollSet.polledCount())
        .append(" rings polled, rejected frames: ")
        .append(rejections);
    text.append("\n  ").append(memory.describe());
    for (SharedMemoryEndpoint endpoint : endpoints.values()) {
      text.append("\n  ").append(endpoint.describe());
    }
    for (int rank : unreachable.ranks()) {
      text.append("\n  rank ").append(rank).append(" not reached: ").append(unreachable.get(rank));
    }
    for (IncomingRing ring : incoming) {
      if (ring != null && ring.from() != null) {
        text.append("\n  from rank ").append(ring.from().peer());
        text.append(": ").append(ring.position()).append(" bytes taken");
      }
    }
    troubles.forEach(trouble -> text.append("\n  ").append(trouble));
    return text.toString();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    SegmentLayout.markClosed(segment.memory());
    endpoints.values().forEach(SharedMemoryEndpoint::close);
    memory.buffers().close();
    try {
      segment.close();
    } catch (IOException failed) {
      troubles.add("closing the segment failed: " + failed.getMessage());
    }
  }
}
