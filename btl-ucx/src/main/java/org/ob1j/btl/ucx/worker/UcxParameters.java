package org.ob1j.btl.ucx.worker;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlParameters;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

/** The parameters of btl-ucx. */
public final class UcxParameters implements ParameterProvider {
  /** What the transport implements, and so what {@code btl_ucx_flags} may contain. */
  private static final int IMPLEMENTED_FLAGS =
      BtlCapabilities.SEND
          | BtlCapabilities.PUT
          | BtlCapabilities.GET
          | BtlCapabilities.SEND_IN_PLACE
          | BtlCapabilities.NEEDS_REGISTRATION
          | BtlCapabilities.FLUSH
          | BtlCapabilities.SEND_IMMEDIATE;

  static final int FLAGS_BY_HARDWARE = -1;
  static final int MIN_EVENT_BYTES = 64 << 10;

  public static final Parameter<String> LIBRARY =
      Parameter.text(
          "btl_ucx_library",
          "",
          "UCX's library libucp, by a name or path as the dynamic linker takes it; empty:"
              + " libucp.so.0");
  public static final Parameter<String> TLS =
      Parameter.text(
          "btl_ucx_tls",
          "",
          "UCX's transports to use, as UCX_TLS has them, such as rc,self or tcp; empty: what the"
              + " environment says, or all");
  public static final Parameter<String> NET_DEVICES =
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
  public static final BtlParameters COMMON =
      BtlParameters.of("ucx")
          .weights(50_000, 2, 0)
          .frameRange(512, 4 << 20)
          .frames(8 << 10, 8 << 10, 512 << 10)
          .rdmaPipeline(128 << 10, Integer.MAX_VALUE, 0)
          .flags(
              FLAGS_BY_HARDWARE,
              IMPLEMENTED_FLAGS,
              "; -1: put, get and flush only where UCX has devices for them")
          .declare();

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
    List<Parameter<?>> all =
        new ArrayList<>(List.of(LIBRARY, TLS, NET_DEVICES, EVENT_BYTES, TAG_OFFLOAD, TAG_CAPACITY));
    all.addAll(COMMON.all());
    return all;
  }

  @Override
  public List<String> findings(ParameterSet values) {
    return List.of("ucx: UCX on this host: " + UcxProbe.explain(values));
  }
}
