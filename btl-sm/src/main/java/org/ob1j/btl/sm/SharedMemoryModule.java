package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.memory.Memory;

/** The shared memory of this rank's host, opened for this process. */
final class SharedMemoryModule implements BtlModule, PollSet.Owner, IncomingRing.ControlHandler {
  /** A peer that leaves its ring full for so long is busy with something else. */
  private static final long BUSY_SLEEP_NANOS = 1_000_000;

  private static final String NAME = "sm.0";

  private record PendingFailure(SharedMemoryEndpoint endpoint, BtlException cause) {}

  private final BtlContext context;
  private final SharedMemorySettings settings;
  private final SharedFile segment;
  private final OwnMemory memory;
  private final Connector connector;
  private final List<IncomingRing> incoming = new ArrayList<>();

  /** How many of them are of this job. */
  private int ownSenders;

  /** Rings whose senders are not known, and how many processes were when that was found. */
  private final List<Integer> strangers = new ArrayList<>();

  private int known;
  private final PollSet pollSet;
  private final RejectionCounts rejections = new RejectionCounts();
  private final LongRingSender.LongRings longRings;
  private final SleepFlag sleep;

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
      MemoryBudget budget,
      SegmentAddress address,
      SingleCopyMemory singleCopy,
      NativeBlocks natives) {
    this.context = context;
    this.settings = settings;
    this.segment = segment;
    sleep = SleepFlag.of(segment, context.doorbell());
    longRings = new LongRingSender.LongRings(settings, context.processes().self(), budget);
    memory = new OwnMemory(settings, buffers(budget.bufferBytes()), singleCopy, natives);
    connector = new Connector(this, context, settings, address, memory, longRings);
    pollSet = new PollSet(segment.memory(), this);
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
    return connector.endpoint(rank);
  }

  @Override
  public String whyUnreachable(int rank) {
    return connector.whyUnreachable(rank);
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
      unlinkOnceOpened();
    }
    if (!strangers.isEmpty() && known != context.processes().count()) {
      strangers.forEach(pollSet::openAgain);
      strangers.clear();
    }
  }

  @Override
  public void prepareSleep() {
    if (!closed) {
      survey();
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

  /** All ranks of this host that may need the segment have it when each has sent something. */
  private void unlinkOnceOpened() {
    if (ownSenders < context.identity().localSize() - 1) {
      return;
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
    fail(endpoint, new BtlException("sm: " + nameOf(endpoint) + " cannot be reached: " + why));
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
  public IncomingRing open(int index) {
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      return tryOpen(index);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private IncomingRing tryOpen(int index) {
    try {
      Memory part = segment.mapAdded(SegmentLayout.ringOffset(index), FirstRingLayout.BYTES);
      int sender = part == null ? Processes.UNKNOWN : connector.senderOf(part);
      String refusal =
          part == null ? "its part of the segment is missing" : connector.refusal(sender);
      if (refusal != null) {
        note("ring " + index + ": " + refusal);
        if (part != null && sender == Processes.UNKNOWN) {
          strangers.add(index);
          known = context.processes().count();
        }
        return null;
      }
      int maxFrameBytes = attributes().maxSendSize();
      IncomingRing ring =
          new IncomingRing(part, index, maxFrameBytes, context.receiver(), this, rejections);
      ring.setFrom(connector.endpoint(sender));
      incoming.add(ring);
      ownSenders += context.processes().isOfThisJob(sender) ? 1 : 0;
      return ring;
    } catch (IOException cannotMap) {
      throw new BtlException(
          "sm: the ring of another peer cannot be mapped: " + cannotMap.getMessage(), cannotMap);
    }
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
      ((SharedMemoryEndpoint) ring.from()).help(ring.board(first), second);
      return;
    }
    if (type != LongRingSender.OFFER || ring.hasLongRing()) {
      throw new FrameRejectedException(
          FrameRejectedException.Rejection.UNKNOWN_TYPE, "control message " + type);
    }
    int peer = ring.from().peer();
    try {
      ring.acceptLongRing(longRings.open(context.processes().name(peer), first, second, third));
    } catch (IOException cannotOpen) {
      note("long ring of " + nameOf(ring.from()) + ": " + cannotOpen.getMessage());
      ring.refuseLongRing();
    }
  }

  private String nameOf(BtlEndpoint endpoint) {
    return context.processes().describe(endpoint.peer());
  }

  private void note(String trouble) {
    if (!troubles.contains(trouble)) {
      troubles.add(trouble);
    }
  }

  /** This rank's, for tests that damage it. */
  SharedFile segment() {
    return segment;
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder(NAME);
    text.append(": ").append(incoming.size()).append(" peers send to the segment, ");
    text.append(pollSet.polledCount())
        .append(" rings polled, rejected frames: ")
        .append(rejections);
    text.append("\n  ").append(memory.describe());
    connector.describeTo(text);
    for (IncomingRing ring : incoming) {
      text.append("\n  from ").append(nameOf(ring.from()));
      text.append(": ").append(ring.position()).append(" bytes taken");
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
    connector.close();
    memory.buffers().close();
    try {
      segment.close();
    } catch (IOException failed) {
      troubles.add("closing the segment failed: " + failed.getMessage());
    }
  }
}
