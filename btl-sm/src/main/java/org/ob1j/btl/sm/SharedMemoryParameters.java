package org.ob1j.btl.sm;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlParameters;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.btl.sm.copy.SingleCopyMemory;
import org.ob1j.btl.sm.copy.SingleCopyRange;
import org.ob1j.runtime.datatype.NativeBlockCopy;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/** The parameters of the shared memory transport. */
public final class SharedMemoryParameters implements ParameterProvider {
  private static final int DECLARED =
      BtlCapabilities.SEND
          | BtlCapabilities.SEND_IMMEDIATE
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.GET_BLOCKS
          | BtlCapabilities.REMOTE_COMPLETION;
  private static final int IMPLEMENTED = DECLARED | BtlCapabilities.NEEDS_REGISTRATION;
  private static final int MIN_FRAME_BYTES = 512;
  private static final int MAX_FRAME_BYTES = 1 << 20;

  /**
   * 128 KiB of data and a header. Messages up to this length go by the one short path; longer ones
   * in pieces that leave a ring room for sixteen, so that the copies on both sides overlap.
   */
  private static final int FRAME_BYTES = 128 * 1024 + 64;

  /**
   * A rendezvous brings little: while its data is copied the receiver waits, and the more of the
   * message is left, the more of it is copied in and out at the same time.
   */
  private static final int FIRST_FRAME_BYTES = 1024 + 64;

  /**
   * Longer than a core's second-level cache: the lines of a shorter ring stay in the cache of the
   * core that wrote them last, and are fetched from there one by one.
   */
  private static final int RING_BYTES = 2 << 20;

  static final Parameter<String> BACKING_DIRECTORY =
      Parameter.text(
          "btl_sm_backing_directory", "/dev/shm", "Directory, in memory, of the shared files");
  static final Parameter<Long> SHARED_BYTES =
      Parameter.bytes(
          "btl_sm_shared_bytes",
          0,
          0,
          1L << 50,
          "Shared memory for all ranks of a host together; 0: half of what the backing directory"
              + " has free");

  static final Parameter<Long> PAYLOAD_RING_SIZE =
      Parameter.bytes(
          "btl_sm_payload_ring_size",
          RING_BYTES,
          0,
          1 << 28,
          "Ring, in bytes, from one rank to another once a frame of some length has been sent;"
              + " shorter where shared memory is scarce, or ranks have more than 16 peers on the"
              + " host; none below 64k");
  static final Parameter<Long> SPLIT_SIZE =
      Parameter.bytes(
          "btl_sm_split_size",
          256 * 1024,
          0,
          Long.MAX_VALUE,
          "From this length on sender and receiver both copy, where each maps the other's buffer;"
              + " of derived datatypes from a quarter of it on, between ordinary direct buffers,"
              + " by single copy, from twice of it on");
  static final Parameter<Long> SPLIT_CHUNK_SIZE =
      Parameter.bytes(
          "btl_sm_split_chunk_size",
          256 * 1024,
          4096,
          1 << 30,
          "What one of them copies at a time; half the message at most");

  static final Parameter<Boolean> OPEN_BY_NAME =
      Parameter.bool(
          "btl_sm_open_by_name",
          false,
          "Open the files of peers by name instead of through /proc, for systems that forbid that");
  static final Parameter<Integer> MAX_INLINE_SEND =
      Parameter.integer(
          "btl_sm_max_inline_send",
          FRAME_BYTES,
          64,
          MAX_FRAME_BYTES,
          "Longest frame sent immediately");

  /** A put is a copy that is over when the call returns; a long get may take longer. */
  static final GuaranteedOrder ORDER =
      GuaranteedOrder.NONE
          .keeping(BtlOperation.SEND, BtlOperation.SEND, BtlOperation.PUT)
          .keeping(BtlOperation.PUT, BtlOperation.PUT)
          .keeping(BtlOperation.GET, BtlOperation.PUT);

  static final BtlParameters COMMON =
      BtlParameters.of("sm")
          .weights(65_536, 1, 10_000)
          .frameRange(MIN_FRAME_BYTES, MAX_FRAME_BYTES)
          .frames(FRAME_BYTES, FIRST_FRAME_BYTES, FRAME_BYTES)
          .rdmaPipeline(4096, 4096, Long.MAX_VALUE)
          .flags(DECLARED, IMPLEMENTED, "")
          .declare();

  /** For {@link java.util.ServiceLoader}. */
  public SharedMemoryParameters() {}

  @Override
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> all = new ArrayList<>(SingleCopyRange.PARAMETERS);
    all.addAll(
        List.of(
            BACKING_DIRECTORY,
            SHARED_BYTES,
            PAYLOAD_RING_SIZE,
            SPLIT_SIZE,
            SPLIT_CHUNK_SIZE,
            OPEN_BY_NAME,
            MAX_INLINE_SEND));
    all.addAll(COMMON.all());
    return all;
  }

  @Override
  public List<String> findings(ParameterSet values) {
    SingleCopyMemory memory =
        new SingleCopyMemory(
            FoundService.among(ServiceLoader.load(SingleCopy.class), values),
            SingleCopyRange.of(values),
            0);
    return List.of(
        "sm: single copy of ordinary direct buffers on this host: " + memory.explain(),
        "sm: native copies of blocks of derived datatypes on this host: "
            + FoundService.among(ServiceLoader.load(NativeBlockCopy.class), values).explain());
  }

  /** The module's limits as the user set them. */
  static BtlAttributes attributes(ParameterSet parameters) {
    BtlAttributes common = COMMON.attributes(parameters).build();
    return common.toBuilder()
        .immediateLimit(Math.min(parameters.get(MAX_INLINE_SEND), common.maxSendSize()))
        .order(ORDER)
        .build();
  }
}
