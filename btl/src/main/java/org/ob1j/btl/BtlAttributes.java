package org.ob1j.btl;

import org.ob1j.btl.order.GuaranteedOrder;

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
 * @param copyLimit messages up to this length are always worth a copy: they are not sent in place
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
    int copyLimit,
    int eagerLimit,
    int rndvEagerLimit,
    int maxSendSize,
    long rdmaPipelineSendLength,
    long rdmaPipelineFragSize,
    long minRdmaPipelineSize,
    int placeThreshold,
    BtlCapabilities capabilities,
    GuaranteedOrder order) {

  /** Attributes of which nothing is set yet: frames of 0 bytes, no order, a measured bandwidth. */
  public static Builder builder() {
    return new Builder();
  }

  /** The same, to be changed. */
  public Builder toBuilder() {
    return new Builder()
        .exclusivity(exclusivity)
        .latencyMicros(latencyMicros)
        .bandwidthMegabits(bandwidthMegabits)
        .leastShareBytes(leastShareBytes)
        .immediateLimit(immediateLimit)
        .copyLimit(copyLimit)
        .eagerLimit(eagerLimit)
        .rndvEagerLimit(rndvEagerLimit)
        .maxSendSize(maxSendSize)
        .rdmaPipeline(rdmaPipelineSendLength, rdmaPipelineFragSize, minRdmaPipelineSize)
        .placeThreshold(placeThreshold)
        .capabilities(capabilities)
        .order(order);
  }

  /** Builds attributes; what is not said otherwise is 0, and no payload is asked for. */
  public static final class Builder {
    private static final int FROM_EAGER_LIMIT = -1;

    /** What it costs to tell when a buffer is free again is more than to copy so much. */
    private static final int COPY_LIMIT = 256;

    private int exclusivity;
    private int latencyMicros;
    private int bandwidthMegabits;
    private int leastShareBytes = FROM_EAGER_LIMIT;
    private int immediateLimit = FROM_EAGER_LIMIT;
    private int copyLimit = COPY_LIMIT;
    private int eagerLimit;
    private int rndvEagerLimit;
    private int maxSendSize;
    private long rdmaPipelineSendLength;
    private long rdmaPipelineFragSize;
    private long minRdmaPipelineSize;
    private int placeThreshold = Integer.MAX_VALUE;
    private BtlCapabilities capabilities = new BtlCapabilities(BtlCapabilities.SEND);
    private GuaranteedOrder order = GuaranteedOrder.NONE;

    private Builder() {}

    public Builder exclusivity(int value) {
      exclusivity = value;
      return this;
    }

    public Builder latencyMicros(int value) {
      latencyMicros = value;
      return this;
    }

    public Builder bandwidthMegabits(int value) {
      bandwidthMegabits = value;
      return this;
    }

    /** If it is not said: the longest eager frame. */
    public Builder leastShareBytes(int value) {
      leastShareBytes = value;
      return this;
    }

    /** If it is not said: the longest eager frame. */
    public Builder immediateLimit(int value) {
      immediateLimit = value;
      return this;
    }

    /** If it is not said: so little that a copy costs nothing anywhere. */
    public Builder copyLimit(int value) {
      copyLimit = value;
      return this;
    }

    public Builder eagerLimit(int value) {
      eagerLimit = value;
      return this;
    }

    public Builder rndvEagerLimit(int value) {
      rndvEagerLimit = value;
      return this;
    }

    public Builder maxSendSize(int value) {
      maxSendSize = value;
      return this;
    }

    /** How a long message is cut up between puts and fragments. */
    public Builder rdmaPipeline(long sendLength, long fragSize, long minSize) {
      rdmaPipelineSendLength = sendLength;
      rdmaPipelineFragSize = fragSize;
      minRdmaPipelineSize = minSize;
      return this;
    }

    public Builder placeThreshold(int value) {
      placeThreshold = value;
      return this;
    }

    public Builder capabilities(BtlCapabilities value) {
      capabilities = value;
      return this;
    }

    public Builder order(GuaranteedOrder value) {
      order = value;
      return this;
    }

    /** The attributes. */
    public BtlAttributes build() {
      return new BtlAttributes(
          exclusivity,
          latencyMicros,
          bandwidthMegabits,
          leastShareBytes == FROM_EAGER_LIMIT ? eagerLimit : leastShareBytes,
          immediateLimit == FROM_EAGER_LIMIT ? eagerLimit : immediateLimit,
          copyLimit,
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
}
