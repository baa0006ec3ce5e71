package org.ob1j.btl.ucx.worker;

import java.util.Map;
import java.util.OptionalLong;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.ucx.frame.BlockPool;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The parameters' values, checked.
 *
 * @param library UCX's library as the dynamic linker takes it, or empty
 * @param transports as UCX_TLS has them, or empty
 * @param devices as UCX_NET_DEVICES has them, or empty
 * @param eventBytes memory for events
 * @param tagOffload whether UCX matches tags, of {@link TagOffloadMode}
 * @param tagCapacity how many receives it may be given at a time
 */
public record UcxSettings(
    String library,
    String transports,
    String devices,
    int eventBytes,
    TagOffloadMode tagOffload,
    int tagCapacity) {
  /** When UCX matches tags. */
  enum TagOffloadMode {
    AUTO,
    ON,
    OFF
  }

  /** The longest tagged message: what goes in one packet of each of UCX's transports. */
  public static final int MAX_TAGGED_BYTES = BlockPool.SHORT_BYTES;

  /** Of payloads that wait at their sender the receiver is asked, whatever their length. */
  private static final int PLACE_THRESHOLD = 0;

  private static final int BASIC_FLAGS =
      BtlCapabilities.SEND | BtlCapabilities.SEND_IN_PLACE | BtlCapabilities.SEND_IMMEDIATE;

  private static final int RDMA_FLAGS =
      BtlCapabilities.PUT | BtlCapabilities.GET | BtlCapabilities.FLUSH;

  public static UcxSettings read(ParameterSet parameters) {
    return new UcxSettings(
        parameters.get(UcxParameters.LIBRARY),
        parameters.get(UcxParameters.TLS),
        parameters.get(UcxParameters.NET_DEVICES),
        parameters.get(UcxParameters.EVENT_BYTES).intValue(),
        mode(parameters.get(UcxParameters.TAG_OFFLOAD)),
        parameters.get(UcxParameters.TAG_CAPACITY));
  }

  private static TagOffloadMode mode(String text) {
    for (TagOffloadMode mode : TagOffloadMode.values()) {
      if (mode.name().equalsIgnoreCase(text.strip())) {
        return mode;
      }
    }
    throw new ParameterException(
        UcxParameters.TAG_OFFLOAD.name() + " is '" + text + "'; it must be auto, on or off");
  }

  /**
   * Whether UCX matches tags, if it has found these transports.
   *
   * @throws ParameterException if it is to, and so set that messages would lose their order
   */
  public boolean offloadsTags(UcxTransports found, Map<String, String> environment) {
    String breaksOrder = whatBreaksOrder(found, environment);
    if (tagOffload == TagOffloadMode.ON && breaksOrder != null) {
      throw new ParameterException(UcxParameters.TAG_OFFLOAD.name() + " is on, so " + breaksOrder);
    }
    return tagOffload == TagOffloadMode.ON
        || tagOffload == TagOffloadMode.AUTO
            && breaksOrder == null
            && found.haveTagMatching(environment);
  }

  /** What the user has set that tagged messages would lose their order by; null if nothing. */
  private static String whatBreaksOrder(UcxTransports found, Map<String, String> environment) {
    OptionalLong threshold = RendezvousThreshold.inBytes(environment);
    if (threshold.isPresent() && threshold.getAsLong() <= MAX_TAGGED_BYTES) {
      return "%s must be above %d; it is '%s'"
          .formatted(
              RendezvousThreshold.VARIABLE,
              MAX_TAGGED_BYTES,
              environment.get(RendezvousThreshold.VARIABLE));
    }
    String tooShort = SegmentSizes.tooShortForTags(found, environment);
    return tooShort == null
        ? null
        : "%s must be at least %d; it is '%s'"
            .formatted(tooShort, SegmentSizes.MIN_TAGGED_BYTES, environment.get(tooShort));
  }

  /**
   * What a module declares. A long message may overtake a shorter one and be overtaken, as it comes
   * by UCX's own rendezvous; so no order is kept.
   *
   * @param found what UCX has
   */
  public static BtlAttributes attributes(ParameterSet parameters, UcxTransports found) {
    int flags = parameters.get(UcxParameters.COMMON.flags());
    int offered =
        flags != UcxParameters.FLAGS_BY_HARDWARE
            ? flags
            : found.haveRdma() ? BASIC_FLAGS | RDMA_FLAGS : BASIC_FLAGS;
    BtlAttributes.Builder attributes = UcxParameters.COMMON.attributes(parameters, offered);
    int rndvEagerLimit = attributes.build().rndvEagerLimit();
    return attributes.leastShareBytes(rndvEagerLimit).placeThreshold(PLACE_THRESHOLD).build();
  }
}
