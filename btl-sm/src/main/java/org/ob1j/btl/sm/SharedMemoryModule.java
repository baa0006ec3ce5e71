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
import org.ob1j.btl.sm.buffer.SharedBuffers;
import org.ob1j.btl.sm.copy.OwnMemory;
import org.ob1j.btl.sm.copy.SingleCopyMemory;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.ring.LongRingSender;
import org.ob1j.btl.sm.ring.MemoryBudget;
import org.ob1j.btl.sm.ring.PollSet;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SleepFlag;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;

/** The shared memory of this rank's host, opened for this process. */
final class SharedMemoryModule implements BtlModule {
  /** A peer that leaves its ring full for so long is busy with something else. */
  private static final long BUSY_SLEEP_NANOS = 1_000_000;

  private static final String NAME = "sm.0";

  private record PendingFailure(SharedMemoryEndpoint endpoint, BtlException cause) {}

  private final BtlContext context;
  private final SharedMemorySettings settings;
  private final SharedFile segment;
  private final OwnMemory memory;
  private final Connector connector;
  private final IncomingRings incoming;
  private final PollSet pollSet;
  private final SleepFlag sleep;

  private final List<SharedMemoryEndpoint> copying = new ArrayList<>();
  private final List<PendingFailure> failures = new ArrayList<>();
  private String trouble = "";
  private boolean closed;

  /** One test in a poll stands for all that is seldom to do. */
  private boolean hasChores;

  /** An endpoint has been busy since this was last asked. */
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
    LongRingSender.LongRings longRings =
        new LongRingSender.LongRings(
            settings.directory(),
            settings.openByName(),
            settings.payloadRingBytes(),
            context.processes().self(),
            budget);
    SharedBuffers buffers = buffers(settings.openByName() ? 0 : budget.bufferBytes());
    memory =
        new OwnMemory(
            settings.attributes().capabilities(),
            settings.sharedCopies(),
            buffers,
            singleCopy,
            natives);
    connector = new Connector(this, context, address, memory, longRings);
    incoming = new IncomingRings(this, context, segment, connector, longRings);
    pollSet = incoming.pollSet();
  }

  private SharedBuffers buffers(long limitBytes) {
    return new SharedBuffers(
        settings.directory(),
        settings.attributes().eagerLimit(),
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
  public void prepareSleep() {
    if (!closed) {
      incoming.survey();
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

  private String nameOf(BtlEndpoint endpoint) {
    return context.processes().describe(endpoint.peer());
  }

  /** This rank's, for tests that damage it. */
  SharedFile segment() {
    return segment;
  }

  @Override
  public String describe() {
    StringBuilder text = new StringBuilder(NAME);
    text.append(": ").append(incoming.describe());
    text.append("\n  ").append(memory.describe());
    connector.describeTo(text);
    incoming.describeTo(text);
    return text.append(trouble).toString();
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
      trouble = "\n  closing the segment failed: " + failed.getMessage();
    }
  }
}
