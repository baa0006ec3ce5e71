package org.ob1j.btl;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The parameters that every transport has: what it offers, how it is weighed against others that
 * reach the same peer, how long its frames are, and how a long message is cut up. Names and
 * meanings are Open MPI's: {@code btl_NAME_eager_limit} and so on.
 */
public final class BtlParameters {
  private final int implementedFlags;
  private final Parameter<Integer> flags;
  private final Parameter<Integer> exclusivity;
  private final Parameter<Integer> latency;
  private final Parameter<Integer> bandwidth;
  private final Parameter<Long> eagerLimit;
  private final Parameter<Long> rndvEagerLimit;
  private final Parameter<Long> maxSendSize;
  private final Parameter<Long> pipelineSendLength;
  private final Parameter<Long> pipelineFragSize;
  private final Parameter<Long> minPipelineSize;

  private BtlParameters(Defaults defaults) {
    String prefix = "btl_" + defaults.transport + "_";
    implementedFlags = defaults.implementedFlags;
    flags = flags(prefix, defaults);
    exclusivity =
        weight(
            prefix + "exclusivity",
            defaults.exclusivity,
            "Transports of lower exclusivity are not used for a peer that this one reaches");
    latency =
        weight(prefix + "latency", defaults.latencyMicros, "Latency in microseconds, for choosing");
    bandwidth =
        weight(
            prefix + "bandwidth",
            defaults.bandwidthMegabits,
            "Bandwidth in Mbit/s, for dividing long messages among modules; 0: measured"
                + defaults.bandwidthHelp);
    eagerLimit =
        frame(
            prefix + "eager_limit",
            defaults.eagerBytes,
            defaults,
            "Longest frame sent before its receive is known");
    rndvEagerLimit =
        frame(
            prefix + "rndv_eager_limit",
            defaults.rndvEagerBytes,
            defaults,
            "Longest frame that starts a rendezvous");
    maxSendSize =
        frame(
            prefix + "max_send_size",
            defaults.frameBytes,
            defaults,
            "Longest frame, the same on all ranks");
    pipelineSendLength =
        length(
            prefix + "rdma_pipeline_send_length",
            defaults.pipelineSendBytes,
            0,
            "How much at the end of a message goes by fragments while the rest is put piece by"
                + " piece");
    pipelineFragSize =
        length(
            prefix + "rdma_pipeline_frag_size",
            defaults.pipelineFragBytes,
            Long.BYTES,
            "Longest piece of a message that is put piece by piece");
    minPipelineSize =
        length(
            prefix + "min_rdma_pipeline_size",
            defaults.minPipelineBytes,
            0,
            "Longest message that is put or got whole where memory must be registered and does not"
                + " stay so (mpi_leave_pinned 0)");
  }

  private static Parameter<Integer> flags(String prefix, Defaults defaults) {
    int lowest = Math.min(defaults.flags, 0);
    return Parameter.integer(
        prefix + "flags",
        defaults.flags,
        lowest,
        Integer.MAX_VALUE,
        "What the transport offers, a sum of: "
            + new BtlCapabilities(defaults.implementedFlags)
            + defaults.flagsHelp);
  }

  private static Parameter<Integer> weight(String name, int value, String help) {
    return Parameter.integer(name, value, 0, Integer.MAX_VALUE, help);
  }

  private static Parameter<Long> frame(String name, int bytes, Defaults defaults, String help) {
    return Parameter.bytes(
        name,
        bytes,
        defaults.leastFrameBytes,
        defaults.mostFrameBytes,
        help + ", in bytes, header included");
  }

  private static Parameter<Long> length(String name, long bytes, long least, String help) {
    return Parameter.bytes(name, bytes, least, Long.MAX_VALUE, help);
  }

  /** Begins to declare the parameters of a transport. */
  public static Defaults of(String transport) {
    return new Defaults(transport);
  }

  /** What a transport has where the user has set nothing. */
  public static final class Defaults {
    private final String transport;
    private int exclusivity;
    private int latencyMicros;
    private int bandwidthMegabits;
    private String bandwidthHelp = "";
    private int leastFrameBytes;
    private int mostFrameBytes;
    private int eagerBytes;
    private int rndvEagerBytes;
    private int frameBytes;
    private long pipelineSendBytes;
    private long pipelineFragBytes = Long.BYTES;
    private long minPipelineBytes;
    private int flags;
    private int implementedFlags;
    private String flagsHelp = "";

    private Defaults(String transport) {
      this.transport = transport;
    }

    /** What {@link BtlAttributes} says of these. */
    public Defaults weights(int itsExclusivity, int micros, int megabits) {
      exclusivity = itsExclusivity;
      latencyMicros = micros;
      bandwidthMegabits = megabits;
      return this;
    }

    /** What counts as long as the user has not set the bandwidth. */
    public Defaults bandwidthHelp(String help) {
      bandwidthHelp = help;
      return this;
    }

    /** Between which lengths the user may choose those of frames. */
    public Defaults frameRange(int leastBytes, int mostBytes) {
      leastFrameBytes = leastBytes;
      mostFrameBytes = mostBytes;
      return this;
    }

    /** The longest eager frame, the longest that begins a rendezvous, and the longest of all. */
    public Defaults frames(int eager, int rndvEager, int longest) {
      eagerBytes = eager;
      rndvEagerBytes = rndvEager;
      frameBytes = longest;
      return this;
    }

    /** What {@link BtlAttributes} says of these. */
    public Defaults rdmaPipeline(long sendLength, long fragSize, long minSize) {
      pipelineSendBytes = sendLength;
      pipelineFragBytes = fragSize;
      minPipelineBytes = minSize;
      return this;
    }

    /**
     * What is offered, a sum of the constants of {@link BtlCapabilities}.
     *
     * @param offered negative: it depends; {@code help} says on what
     * @param implemented what the user may choose from
     */
    public Defaults flags(int offered, int implemented, String help) {
      flags = offered;
      implementedFlags = implemented;
      flagsHelp = help;
      return this;
    }

    /** Declares them. */
    public BtlParameters declare() {
      return new BtlParameters(this);
    }
  }

  /** All of them, for a {@link org.ob1j.runtime.parameter.ParameterProvider}. */
  public List<Parameter<?>> all() {
    return List.of(
        eagerLimit,
        rndvEagerLimit,
        maxSendSize,
        pipelineSendLength,
        pipelineFragSize,
        minPipelineSize,
        flags,
        exclusivity,
        latency,
        bandwidth);
  }

  /** What the transport is to offer; negative if that depends. */
  public Parameter<Integer> flags() {
    return flags;
  }

  /** The weight where long messages are divided. */
  public Parameter<Integer> bandwidth() {
    return bandwidth;
  }

  /** The longest frame of all. */
  public Parameter<Long> maxSendSize() {
    return maxSendSize;
  }

  /**
   * Attributes as the user has set them; the longest immediate frame is the longest eager one.
   *
   * @throws ParameterException if what is set cannot be
   */
  public BtlAttributes.Builder attributes(ParameterSet values) {
    return attributes(values, values.get(flags));
  }

  /** The same where what is offered depends: on {@code offered}, which is not negative. */
  public BtlAttributes.Builder attributes(ParameterSet values, int offered) {
    int maxSendBytes = Math.toIntExact(values.get(maxSendSize));
    return BtlAttributes.builder()
        .exclusivity(values.get(exclusivity))
        .latencyMicros(values.get(latency))
        .bandwidthMegabits(values.get(bandwidth))
        .maxSendSize(maxSendBytes)
        .eagerLimit(withinMaxSendSize(values, eagerLimit, maxSendBytes))
        .rndvEagerLimit(withinMaxSendSize(values, rndvEagerLimit, maxSendBytes))
        .rdmaPipeline(
            values.get(pipelineSendLength),
            values.get(pipelineFragSize),
            values.get(minPipelineSize))
        .capabilities(BtlCapabilities.of(flags.name(), offered, implementedFlags));
  }

  private int withinMaxSendSize(ParameterSet values, Parameter<Long> limit, int maxSendBytes) {
    long value = values.get(limit);
    if (value > maxSendBytes && values.sourceOf(limit).equals("default")) {
      return maxSendBytes;
    }
    if (value > maxSendBytes) {
      throw new ParameterException(
          "%s is %d; it must be at most %d (%s)"
              .formatted(limit.name(), value, maxSendBytes, maxSendSize.name()));
    }
    return (int) value;
  }
}
