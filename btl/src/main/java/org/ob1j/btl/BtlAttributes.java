package org.ob1j.btl;

/**
 * The limits and weights of a module. Lengths are in bytes and those of frames include the header.
 *
 * @param exclusivity modules with a lower value than another that reaches the same peer are not
 *     used for it
 * @param latencyMicros for choosing among equals, the smaller the better
 * @param bandwidthMegabits weight for striping long messages; 0 if it is to be measured
 * @param leastShareBytes the shortest share of a long message that is worth this module beside
 *     others
 * @param immediateLimit longest frame of sendImmediate
 * @param eagerLimit longest frame that is sent before its receive is known
 * @param rndvEagerLimit longest frame that starts a rendezvous
 * @param maxSendSize longest frame of all
 * @param rdmaPipelineSendLength bytes at the end of a pipelined message that go by fragments
 * @param rdmaPipelineFragSize longest piece of a pipelined message that goes by one put
 * @param minRdmaPipelineSize up to this length a message is registered and moved whole
 * @param placeThreshold payloads from this length on may be asked for by {@link BtlReceiver#place}
 * @param capabilities what endpoints can do
 * @param order what order endpoints keep
 */
public record BtlAttributes(
    int exclusivity,
    int latencyMicros,
    int bandwidthMegabits,
    int leastShareBytes,
    int immediateLimit,
    int eagerLimit,
    int rndvEagerLimit,
    int maxSendSize,
    long rdmaPipelineSendLength,
    long rdmaPipelineFragSize,
    long minRdmaPipelineSize,
    int placeThreshold,
    BtlCapabilities capabilities,
    BtlOrder order) {

  /** The same, but for the share of a long message that is worth it. */
  public BtlAttributes withLeastShareBytes(int bytes) {
    return new BtlAttributes(
        exclusivity,
        latencyMicros,
        bandwidthMegabits,
        bytes,
        immediateLimit,
        eagerLimit,
        rndvEagerLimit,
        maxSendSize,
        rdmaPipelineSendLength,
        rdmaPipelineFragSize,
        minRdmaPipelineSize,
        placeThreshold,
        capabilities,
        order);
  }
}
