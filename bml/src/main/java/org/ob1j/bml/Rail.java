package org.ob1j.bml;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;

/**
 * One of the endpoints by which a peer is reached, and how much of long messages has gone by it.
 */
public final class Rail {
  private static final int CACHE_LINE_BYTES = 64;

  private final BtlEndpoint endpoint;
  private final BtlAttributes attributes;
  private final int immediateBytes;

  /** Null if the user, or a default, says what the rail carries. */
  private final MeasuredBandwidth measured;

  private long fragmentBytesSent;
  private long putBytesSent;
  private long gotBytes;

  public Rail(BtlEndpoint endpoint) {
    this.endpoint = endpoint;
    attributes = endpoint.attributes();
    immediateBytes =
        attributes.capabilities().sendsImmediately() ? attributes.immediateLimit() : -1;
    measured = attributes.bandwidthMegabits() == 0 ? new MeasuredBandwidth() : null;
  }

  /**
   * Pieces of whole cache lines keep copies aligned; short ones keep at least their elements so.
   */
  public static int aligned(int bytes) {
    return bytes >= CACHE_LINE_BYTES ? bytes & -CACHE_LINE_BYTES : bytes & -Long.BYTES;
  }

  public BtlEndpoint endpoint() {
    return endpoint;
  }

  public BtlAttributes attributes() {
    return attributes;
  }

  public String name() {
    return endpoint.module().name();
  }

  /** How many bytes of a message a frame with a header of this length carries now. */
  public int payloadBytes(int headerBytes) {
    return aligned(endpoint.maxFrameBytes() - headerBytes);
  }

  /** The longest frame that is sent immediately; -1 if none is. */
  public int immediateBytes() {
    return immediateBytes;
  }

  public boolean sendsInPlace() {
    return attributes.capabilities().sendsInPlace();
  }

  /** The same for a payload of this length in an array. */
  public boolean movesArrays(int payloadBytes) {
    return sendsInPlace() && endpoint.movesArrays(payloadBytes);
  }

  /** The weight of the rail where messages are divided, in Mbit/s: given or measured. */
  public int bandwidthMegabits() {
    return measured == null ? attributes.bandwidthMegabits() : measured.megabits();
  }

  /** The time, if that is needed to measure the rail; else anything. */
  public long startNanos() {
    return measured == null ? 0 : System.nanoTime();
  }

  /** A share of a message has gone by this rail since a time; 0 if that is not known. */
  public void measure(long lengthBytes, long startNanos) {
    if (measured != null && startNanos != 0) {
      measured.moved(lengthBytes, System.nanoTime() - startNanos);
    }
  }

  /** A message was divided, and nothing of it is for this rail. */
  public void passOver() {
    if (measured != null) {
      measured.passedOver();
    }
  }

  public void countFragment(long lengthBytes) {
    fragmentBytesSent += lengthBytes;
  }

  public long fragmentBytesSent() {
    return fragmentBytesSent;
  }

  public void countPut(long lengthBytes) {
    putBytesSent += lengthBytes;
  }

  public void countGet(long lengthBytes) {
    gotBytes += lengthBytes;
  }

  /** Bytes of long messages that have gone to the peer or been fetched from it by this rail. */
  public long movedBytes() {
    return fragmentBytesSent + putBytesSent + gotBytes;
  }

  public String describe() {
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
