package org.ob1j.pml.select;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.runtime.pml.SendMode;

/**
 * What a sender's choice depends on.
 *
 * @param mode MPI's send mode
 * @param lengthBytes the message's length
 * @param contiguous the message is one run of bytes, which need no conversion
 * @param usableInPlace the user's memory is such that the transport could send from it
 * @param withinCredit the receiver has room for the message, should it be unexpected
 * @param eagerBytes the longest message that may be sent eagerly: the transport's limit less the
 *     header
 * @param immediateBytes the longest message that the transport sends immediately; -1 if it cannot
 * @param copyBytes the longest message that is worth a copy even if it could be sent in place
 * @param sendsInPlace the transport can send from the user's memory
 * @param rdma what put and get can do with the message
 */
public record SendTraits(
    SendMode mode,
    long lengthBytes,
    boolean contiguous,
    boolean usableInPlace,
    boolean withinCredit,
    long eagerBytes,
    long immediateBytes,
    long copyBytes,
    boolean sendsInPlace,
    RdmaTraits rdma) {

  /** Traits of a message towards endpoints with these attributes. */
  public static SendTraits of(
      SendMode mode,
      long lengthBytes,
      boolean contiguous,
      boolean usableInPlace,
      boolean withinCredit,
      long eagerBytes,
      int headerBytes,
      BtlAttributes attributes,
      RdmaTraits rdma) {
    return new SendTraits(
        mode,
        lengthBytes,
        contiguous,
        usableInPlace,
        withinCredit,
        eagerBytes,
        attributes.capabilities().sendsImmediately()
            ? (long) attributes.immediateLimit() - headerBytes
            : -1,
        attributes.copyLimit(),
        attributes.capabilities().sendsInPlace(),
        rdma);
  }

  /**
   * The same message where the transport matches tags: whole messages are copied into its memory.
   *
   * @param laneEagerBytes the longest that goes whole
   */
  public SendTraits byLane(int laneEagerBytes) {
    return new SendTraits(
        mode,
        lengthBytes,
        contiguous,
        false,
        withinCredit,
        laneEagerBytes,
        -1,
        copyBytes,
        false,
        rdma);
  }

  boolean fitsEager() {
    return withinCredit && lengthBytes <= eagerBytes;
  }

  boolean isWorthACopy() {
    return lengthBytes <= copyBytes;
  }

  boolean fitsImmediate() {
    return lengthBytes <= immediateBytes;
  }

  boolean movesWholeByRdma() {
    return contiguous && rdma.movesWhole(lengthBytes);
  }

  boolean isStandardOrReady() {
    return mode == SendMode.STANDARD || mode == SendMode.READY;
  }
}
