package org.ob1j.btl.ucx;

import java.util.List;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.RdmaPipelineParameters;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/** The parameters of btl-ucx. */
public final class UcxParameters implements ParameterProvider {
  /** What the transport implements, and so what {@code btl_ucx_flags} may contain. */
  static final int IMPLEMENTED_FLAGS =
      BtlCapabilities.SEND
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.SEND_IN_PLACE
          | BtlCapabilities.NEEDS_REGISTRATION
          | BtlCapabilities.FLUSH
          | BtlCapabilities.SEND_IMMEDIATE;

  static final int FLAGS_BY_HARDWARE = -1;
  static final int MAX_SEND_SIZE_LIMIT = 4 << 20;
  static final int MIN_FRAME_BYTES = 512;
  static final int MIN_EVENT_BYTES = 64 << 10;

  static final Parameter<String> LIBRARY =
      Parameter.text(
          "btl_ucx_library",
          "",
          "UCX's library libucp, by a name or path as the dynamic linker takes it; empty:"
              + " libucp.so.0");
  static final Parameter<String> TLS =
      Parameter.text(
          "btl_ucx_tls",
          "",
          "UCX's transports to use, as UCX_TLS has them, such as rc,self or tcp; empty: what the"
              + " environment says, or all");
  static final Parameter<String> NET_DEVICES =
      Parameter.text(
          "btl_ucx_net_devices",
          "",
          "Network devices for UCX to use, as UCX_NET_DEVICES has them, such as mlx5_0:1; empty:"
              + " what the environment says, or all");
  static final Parameter<Long> EVENT_BYTES =
      Parameter.bytes(
          "btl_ucx_event_bytes",
          256 << 10,
          MIN_EVENT_BYTES,
          16 << 20,
          "Memory by which what UCX has to tell comes to Java; what does not fit comes later");
  static final Parameter<Long> EAGER_LIMIT =
      frameLimit("btl_ucx_eager_limit", 8 << 10, "Longest frame sent before its receive is known");
  static final Parameter<Long> RNDV_EAGER_LIMIT =
      frameLimit("btl_ucx_rndv_eager_limit", 8 << 10, "Longest frame that starts a rendezvous");
  static final Parameter<Long> MAX_SEND_SIZE =
      frameLimit("btl_ucx_max_send_size", 512 << 10, "Longest frame, the same on all ranks");
  static final RdmaPipelineParameters RDMA_PIPELINE =
      RdmaPipelineParameters.of("ucx", 128 << 10, Integer.MAX_VALUE, 0);
  static final Parameter<Integer> FLAGS =
      Parameter.integer(
          "btl_ucx_flags",
          FLAGS_BY_HARDWARE,
          FLAGS_BY_HARDWARE,
          Integer.MAX_VALUE,
          "What the transport offers, a sum of: "
              + new BtlCapabilities(IMPLEMENTED_FLAGS)
              + "; -1: put, get and flush only where UCX has devices for them");
  static final Parameter<Integer> EXCLUSIVITY =
      Parameter.integer(
          "btl_ucx_exclusivity",
          50_000,
          0,
          Integer.MAX_VALUE,
          "Transports of lower exclusivity are not used for a peer that this one reaches");
  static final Parameter<Integer> LATENCY =
      Parameter.integer(
          "btl_ucx_latency", 2, 0, Integer.MAX_VALUE, "Latency in microseconds, for choosing");
  static final Parameter<Integer> BANDWIDTH =
      Parameter.integer(
          "btl_ucx_bandwidth",
          0,
          0,
          Integer.MAX_VALUE,
          "Bandwidth in Mbit/s, for dividing long messages among modules; 0: measured");

  static final Parameter<String> TAG_OFFLOAD =
      Parameter.text(
          "btl_ucx_tag_offload",
          "auto",
          "Whether UCX matches messages with receives: on, off, or auto: where the network's"
              + " hardware does (ConnectX-5 and later, with UCX_RC_MLX5_TM_ENABLE=y). The same on"
              + " all ranks");
  static final Parameter<Integer> TAG_CAPACITY =
      Parameter.integer(
          "btl_ucx_tag_capacity",
          1024,
          0,
          1 << 16,
          "How many receives UCX is given at a time to match; others wait in the engine");

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(
        LIBRARY,
        TLS,
        NET_DEVICES,
        EVENT_BYTES,
        EAGER_LIMIT,
        RNDV_EAGER_LIMIT,
        MAX_SEND_SIZE,
        RDMA_PIPELINE.sendLength(),
        RDMA_PIPELINE.fragSize(),
        RDMA_PIPELINE.minSize(),
        FLAGS,
        EXCLUSIVITY,
        LATENCY,
        BANDWIDTH,
        TAG_OFFLOAD,
        TAG_CAPACITY);
  }

  @Override
  public List<String> findings(ParameterSet values) {
    return List.of("ucx: UCX on this host: " + UcxProbe.explain(values));
  }

  private static Parameter<Long> frameLimit(String name, long defaultValue, String help) {
    return Parameter.bytes(
        name, defaultValue, MIN_FRAME_BYTES, MAX_SEND_SIZE_LIMIT, help + ", header included");
  }
}
