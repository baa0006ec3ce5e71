package org.ob1j.btl.sm;

import org.ob1j.btl.FarPeer;
import org.ob1j.btl.StreamingCopy;
import org.ob1j.runtime.memory.Memory;

/**
 * Writes long frames past the caches where the receiver runs on a far core: in another part of the
 * processor, or on another one. There the sender's stores wait for each line of the ring, which the
 * receiver has read a lap ago, and would have them written to memory ten times as fast.
 *
 * <p>A look writes a word to each line that a frame is going to take, and once more when they are
 * owned: what that takes has nothing to do with the lines. It is taken at one frame of some, as
 * processes are moved from core to core, and tells the same whichever way frames are written.
 */
final class FarFrames {
  /** The lines of shorter ones are owned ahead. */
  static final int MIN_PAYLOAD_BYTES = OutgoingRing.OWNED_AHEAD_BYTES + 1;

  /**
   * A look costs a near frame as good as nothing, and a far one five times what it takes itself.
   */
  private static final int FRAMES_PER_LOOK = 64;

  private static final int FAR_FRAMES_PER_LOOK = 256;

  private final Memory ring;
  private final StreamingCopies copies;
  private final int farLineNanos;
  private final FarPeer peer;
  private long firstLapBytes;
  private int framesUntilLook = FRAMES_PER_LOOK;
  private StreamingCopy service;
  private long ringAddress;
  private Memory staging;
  private long stagingAddress;
  private long streamedFrames;

  /**
   * @param ring where frames go
   * @param copies the native code of this process
   * @param farLineNanos from which time for a line on a peer is far; 0: this one is
   */
  FarFrames(Memory ring, StreamingCopies copies, int farLineNanos) {
    this.ring = ring;
    this.copies = copies;
    this.farLineNanos = farLineNanos;
    peer = new FarPeer(farLineNanos == 0);
    firstLapBytes = ring.capacity();
  }

  /** Whether a payload is in the ring. */
  boolean isIn(Memory memory) {
    return memory == ring;
  }

  /**
   * Where to put a payload together that {@link #write} is to bring into the ring; null if it is to
   * be written there.
   *
   * @param offset where it goes in the ring
   */
  Memory stagingFor(int offset, int payloadBytes) {
    if (--framesUntilLook <= 0 && farLineNanos != 0) {
      look(offset, payloadBytes);
    }
    return peer.isFar() && isThere(payloadBytes) ? staged(payloadBytes) : null;
  }

  /** What is staged goes to the ring. */
  void write(int offset, int payloadBytes) {
    service.copy(ringAddress + offset, stagingAddress, payloadBytes);
    streamedFrames++;
  }

  /** Takes the lines of a frame, which are free, and sees how long that takes. */
  private void look(int offset, int payloadBytes) {
    if (firstLapBytes > 0) {
      // Pages are not there yet, and the peer has read none of the lines.
      firstLapBytes -= (long) payloadBytes * FRAMES_PER_LOOK;
      framesUntilLook = FRAMES_PER_LOOK;
      return;
    }
    int lines = payloadBytes / PayloadRingLayout.ALIGNMENT;
    long start = System.nanoTime();
    touch(offset, lines);
    long owned = System.nanoTime();
    touch(offset, lines);
    looked(owned - start - (System.nanoTime() - owned), lines);
  }

  private void touch(int offset, int lines) {
    for (int line = 0; line < lines; line++) {
      ring.putLong(offset + line * PayloadRingLayout.ALIGNMENT, 0);
    }
  }

  /**
   * Word of a look.
   *
   * @param nanos what the lines took longer than lines that are owned
   */
  void looked(long nanos, int lines) {
    peer.looked(nanos > (long) farLineNanos * lines);
    if (peer.isInDoubt()) {
      framesUntilLook = 1;
    } else {
      framesUntilLook = peer.isFar() ? FAR_FRAMES_PER_LOOK : FRAMES_PER_LOOK;
    }
  }

  boolean isFar() {
    return peer.isFar();
  }

  private boolean isThere(int payloadBytes) {
    if (service == null) {
      service = copies.service(payloadBytes);
      if (service == null) {
        return false;
      }
      ringAddress = service.addressOf(ring.bytes());
    }
    return true;
  }

  private Memory staged(int payloadBytes) {
    if (staging == null || staging.capacity() < payloadBytes) {
      staging = Memory.allocate(payloadBytes);
      stagingAddress = service.addressOf(staging.bytes());
    }
    return staging;
  }

  /** How frames are written, for a report. */
  String describe() {
    return "%d frames past the caches%s"
        .formatted(
            streamedFrames,
            peer.isFar()
                ? ", far" + (copies.reason() == null ? "" : ", native: " + copies.reason())
                : "");
  }
}
