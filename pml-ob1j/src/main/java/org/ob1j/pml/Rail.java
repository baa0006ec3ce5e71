package org.ob1j.pml;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.pml.header.FragmentHeader;
import org.ob1j.pml.select.MeasuredBandwidth;

/** One of the ways to a peer, and how much of long messages has gone by it. */
final class Rail {
  private static final int CACHE_LINE_BYTES = 64;

  private final BtlEndpoint endpoint;
  private final BtlAttributes attributes;
  private final int immediateBytes;

  /** Null if the user, or a default, says what the rail carries. */
  private final MeasuredBandwidth measured;

  private long fragmentBytesSent;
  private long putBytesSent;
  private long gotBytes;

  Rail(BtlEndpoint endpoint) {
    this.endpoint = endpoint;
    attributes = endpoint.module().attributes();
    immediateBytes =
        attributes.capabilities().sendsImmediately() ? attributes.immediateLimit() : -1;
    measured = attributes.bandwidthMegabits() == 0 ? new MeasuredBandwidth() : null;
  }

  /**
   * Pieces of whole cache lines keep copies aligned; short ones keep at least their elements so.
   */
  static int aligned(int bytes) {
    return bytes >= CACHE_LINE_BYTES ? bytes & -CACHE_LINE_BYTES : bytes & -Long.BYTES;
  }

  BtlEndpoint endpoint() {
    return endpoint;
  }

  BtlAttributes attributes() {
    return attributes;
  }

  String name() {
    return endpoint.module().name();
  }

  /** How many bytes of a message one fragment carries now. */
  int fragmentBytes() {
    return aligned(endpoint.maxFrameBytes() - FragmentHeader.BYTES);
  }

  /** The longest frame that is sent immediately; -1 if none is. */
  int immediateBytes() {
    return immediateBytes;
  }

  boolean sendsInPlace() {
    return attributes.capabilities().sendsInPlace();
  }

  /** The same for a payload of this length in an array. */
  boolean movesArrays(int payloadBytes) {
    return sendsInPlace() && endpoint.movesArrays(payloadBytes);
  }

  /** The weight of the rail where messages are divided, in Mbit/s: given or measured. */
  int bandwidthMegabits() {
    return measured == null ? attributes.bandwidthMegabits() : measured.megabits();
  }

  /** The time, if that is needed to measure the rail; else anything. */
  long startNanos() {
    return measured == null ? 0 : System.nanoTime();
  }

  /** A share of a message has gone by this rail since a time. */
  void measure(long lengthBytes, long startNanos) {
    if (measured != null) {
      measured.moved(lengthBytes, System.nanoTime() - startNanos);
    }
  }

  /** A message was divided, and nothing of it is for this rail. */
  void passOver() {
    if (measured != null) {
      measured.passedOver();
    }
  }

  void countFragment(long lengthBytes) {
    fragmentBytesSent += lengthBytes;
  }

  long fragmentBytesSent() {
    return fragmentBytesSent;
  }

  void countPut(long lengthBytes) {
    putBytesSent += lengthBytes;
  }

  void countGet(long lengthBytes) {
    gotBytes += lengthBytes;
  }

  /** Bytes of long messages that have gone to the peer or been fetched from it by this rail. */
  long movedBytes() {
    return fragmentBytesSent + putBytesSent + gotBytes;
  }

  String describe() {
    return name()
        + (measured == null
            ? " (fragments "
            : " (measured " + bandwidthMegabits() + " Mbit/s, fragments ")
        + fragmentBytesSent
        + ", put "
        + putBytesSent
        + ", got "
        + gotBytes
        + " bytes)";
  }
}
