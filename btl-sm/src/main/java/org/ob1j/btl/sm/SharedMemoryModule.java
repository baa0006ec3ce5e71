package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlPoller;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.sm.buffer.SharedBuffers;
import org.ob1j.btl.sm.copy.OwnMemory;
import org.ob1j.btl.sm.copy.SingleCopyMemory;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.region.OwnRegions;
import org.ob1j.btl.sm.ring.LongRingSender;
import org.ob1j.btl.sm.ring.MemoryBudget;
import org.ob1j.btl.sm.ring.PollSet;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.runtime.datatype.MessageBlocks;
import org.ob1j.runtime.datatype.NativeBlocks;
import org.ob1j.runtime.memory.SharedRegions;

/** The shared memory of this rank's host, opened for this process. */
final class SharedMemoryModule implements BtlModule, Chores.Owner {
  private static final String NAME = "sm.0";

  private final BtlContext context;
  private final SharedMemorySettings settings;
  private final SharedFile segment;
  private final OwnMemory memory;
  private final Connector connector;
  private final IncomingRings incoming;
  private final PollSet pollSet;
  private final Chores chores;
  private final OwnRegions ownRegions;
  private final RegionsOfHost regions;
  private String trouble = "";
  private boolean closed;

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
    LongRingSender.LongRings longRings =
        new LongRingSender.LongRings(
            settings.directory(),
            settings.openByName(),
            settings.payloadRingBytes(),
            context.processes().self(),
            budget);
    long regionsBytes = settings.openByName() ? 0 : budget.regionsBytes();
    SharedBuffers buffers =
        buffers(settings.openByName() ? 0 : budget.bufferBytes() - regionsBytes);
    ownRegions =
        new OwnRegions(
            settings.directory(),
            context.processes().self(),
            context.identity().rank(),
            regionsBytes);
    memory =
        new OwnMemory(
            settings.attributes().capabilities(),
            settings.sharedCopies(),
            buffers,
            singleCopy,
            natives);
    connector = new Connector(this, context, address, memory, longRings);
    regions = new RegionsOfHost(ownRegions, connector, context.processes());
    // Before the rings: they make the poll set, which does the chores.
    chores = new Chores(this);
    incoming = new IncomingRings(this, context, segment, connector, longRings);
    pollSet = incoming.pollSet();
  }

  @Override
  public void requestChores() {
    pollSet.requestChores();
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
  public SharedRegions sharedRegions() {
    return regions;
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
  public BtlPoller poller() {
    return pollSet;
  }

  /** What is to be done beside taking frames. */
  Chores chores() {
    return chores;
  }

  /** Notes that a peer can't be reached any more; the receiver is told in the next poll. */
  void fail(SharedMemoryEndpoint endpoint, String why) {
    chores.fail(
        endpoint, new BtlException("sm: " + nameOf(endpoint) + " cannot be reached: " + why));
  }

  @Override
  public void failed(SharedMemoryEndpoint endpoint, BtlException cause) {
    memory.buffers().keepFreedMemory();
    context.receiver().failed(this, endpoint.peer(), cause);
    endpoint.failed(cause);
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
    text.append("\n  ").append(ownRegions.describe());
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
    pollSet.close();
    SegmentLayout.markClosed(segment.memory());
    connector.close();
    memory.buffers().close();
    try {
      segment.close();
      ownRegions.close();
    } catch (IOException failed) {
      trouble = "\n  closing shared files failed: " + failed.getMessage();
    }
  }
}
