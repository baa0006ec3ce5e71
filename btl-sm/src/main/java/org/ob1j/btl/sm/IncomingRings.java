package org.ob1j.btl.sm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.copy.PeerMemory;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.ring.IncomingRing;
import org.ob1j.btl.sm.ring.LongRingSender;
import org.ob1j.btl.sm.ring.PollSet;
import org.ob1j.btl.sm.ring.RejectionCounts;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.btl.sm.segment.SleepFlag;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.memory.Memory;

/**
 * The rings of this process's segment: opens each when its sender has made it, and does what
 * senders ask for by control messages. {@link PollSet} polls them.
 */
final class IncomingRings implements PollSet.Owner, IncomingRing.ControlHandler {
  private final SharedMemoryModule module;
  private final BtlContext context;
  private final SharedFile segment;
  private final Connector connector;
  private final LongRingSender.LongRings longRings;
  private final PollSet pollSet;
  private final List<IncomingRing> rings = new ArrayList<>();

  /** How many of the rings are those of ranks of this job. */
  private int ownSenders;

  /** Rings whose senders are not known. */
  private final List<Integer> strangers = new ArrayList<>();

  /** How many processes were known when the last of those was found. */
  private int known;

  private final RejectionCounts rejections = new RejectionCounts();
  private final List<String> troubles = new ArrayList<>();

  /**
   * The rings of one process.
   *
   * @param segment in which they are
   * @param longRings opens those that senders offer
   */
  IncomingRings(
      SharedMemoryModule module,
      BtlContext context,
      SharedFile segment,
      Connector connector,
      LongRingSender.LongRings longRings) {
    this.module = module;
    this.context = context;
    this.segment = segment;
    this.connector = connector;
    this.longRings = longRings;
    SleepFlag sleep = SleepFlag.of(segment, context.doorbell());
    pollSet = new PollSet(segment.memory(), this, sleep, module.chores());
  }

  PollSet pollSet() {
    return pollSet;
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
      Memory part = segment.mapAdded(SegmentLayout.ringOffset(index), SenderPartLayout.BYTES);
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
      int maxFrameBytes = module.attributes().maxSendSize();
      IncomingRing ring =
          new IncomingRing(part, index, maxFrameBytes, context.receiver(), this, rejections);
      ring.setFrom(connector.endpoint(sender));
      rings.add(ring);
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
    module.fail(
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

  /** How many peers send, and what of theirs was rejected. */
  String describe() {
    return rings.size()
        + " peers send to the segment, "
        + pollSet.polledCount()
        + " rings polled, rejected frames: "
        + rejections;
  }

  /** A line for each ring, and for what has gone wrong. */
  void describeTo(StringBuilder text) {
    for (IncomingRing ring : rings) {
      text.append("\n  from ").append(nameOf(ring.from()));
      text.append(": ").append(ring.position()).append(" bytes taken");
    }
    troubles.forEach(trouble -> text.append("\n  ").append(trouble));
  }
}
