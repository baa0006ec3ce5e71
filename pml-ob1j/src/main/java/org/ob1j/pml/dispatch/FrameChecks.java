package org.ob1j.pml.dispatch;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RegistrationEntry;
import org.ob1j.pml.peer.Peer;
import org.ob1j.runtime.memory.Memory;

/** Whether what has arrived can be right, as far as it tells by itself. */
public final class FrameChecks {
  /** A message this far ahead of its turn cannot come from a working peer. */
  static final int MAX_EARLY_DISTANCE = 1 << 24;

  private FrameChecks() {}

  /** The type, if it is one of ours and its header is all there. */
  public static int typeOf(long first, int headerBytes) {
    int type = HeaderType.of(first);
    int needed = HeaderType.headerBytes(type);
    if (needed < 0) {
      throw new FrameRejectedException(
          Rejection.UNKNOWN_TYPE, "header type 0x" + Integer.toHexString(type));
    }
    if (headerBytes != needed) {
      throw tooShort(type, headerBytes, needed);
    }
    if (!flagsAreValid(type, HeaderType.flagsOf(first))) {
      throw new FrameRejectedException(
          Rejection.UNKNOWN_FLAGS, "flags 0x" + Integer.toHexString(HeaderType.flagsOf(first)));
    }
    return type;
  }

  static boolean flagsAreValid(int type, int flags) {
    return switch (type) {
      case HeaderType.MATCH -> MessageFlags.isEager(flags);
      case HeaderType.RNDV -> MessageFlags.isRendezvous(flags);
      case HeaderType.RGET -> MessageFlags.isGet(flags);
      case HeaderType.FIN -> FinishHeader.flagsAreValid(flags);
      default -> flags == 0;
    };
  }

  public static FrameRejectedException tooShort(int type, int headerBytes, int needed) {
    return new FrameRejectedException(
        Rejection.HEADER_TOO_SHORT,
        "a header of type 0x"
            + Integer.toHexString(type)
            + " has "
            + headerBytes
            + " bytes; it must have "
            + needed);
  }

  /**
   * Checks where the sender says that its message can be got.
   *
   * @param payload may be null if there is none
   */
  public static void checkRegistration(
      BtlEndpoint from, long messageBytes, Memory payload, int payloadOffset, int payloadBytes) {
    RegistrationEntry entry =
        RegistrationEntry.read(payload, payloadOffset, payloadOffset + payloadBytes);
    if (entry.bytes() != payloadBytes || entry.rail() != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "an RGET with more than a registration for this rail");
    }
    from.checkKey(entry.key(), entry.memoryOffset(), messageBytes);
  }

  /** Checks that a frame has the payload of which its header tells. */
  public static void requireLength(int saidBytes, int payloadBytes) {
    if (saidBytes != payloadBytes) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH,
          "the header says " + saidBytes + " bytes, the frame has " + payloadBytes);
    }
  }

  static boolean isFrom(MatchingContext communicator, int source, Peer peer) {
    return source >= 0
        && source < communicator.size()
        && communicator.process(source) == peer.rank();
  }

  static boolean isInTurn(MatchingContext communicator, int source, int sequence) {
    int distance = communicator.matching().distance(source, sequence);
    if (distance < 0 || distance > MAX_EARLY_DISTANCE) {
      throw new FrameRejectedException(
          Rejection.BAD_SEQUENCE,
          "sequence "
              + Integer.toUnsignedString(sequence)
              + " of source "
              + source
              + " is "
              + distance
              + " away from its turn");
    }
    return distance == 0;
  }
}
