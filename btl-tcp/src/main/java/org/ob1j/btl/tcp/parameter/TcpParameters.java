package org.ob1j.btl.tcp.parameter;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlParameters;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterProvider;

/**
 * The parameters of btl-tcp. Names, meanings and defaults are Open MPI's, with three exceptions:
 *
 * <ul>
 *   <li>The longest frame is twice as long.
 *   <li>A message of 64 KiB is still eager: the limit counts the header, too, and has room for it.
 *   <li>Put is not offered by default. A fragment goes from and to the user's memory as well, and
 *       needs no answer from the receiver before it.
 * </ul>
 */
public final class TcpParameters implements ParameterProvider {
  /** What the transport implements, and so what {@code btl_tcp_flags} may contain. */
  private static final int IMPLEMENTED_FLAGS =
      BtlCapabilities.SEND
          | BtlCapabilities.PUT
          | BtlCapabilities.SEND_IN_PLACE
          | BtlCapabilities.NEEDS_REGISTRATION
          | BtlCapabilities.SEND_IMMEDIATE;

  /** A message of this length is eager; its header, which counts for the limit, comes on top. */
  private static final int EAGER_BYTES = 64 << 10;

  private static final int HEADER_ROOM = 64;

  public static final int MAX_PORT = 65535;
  private static final int MAX_LINKS = 64;
  static final int DEFAULT_MIN_PORT = 1024;
  static final int DEFAULT_PORT_RANGE = MAX_PORT - DEFAULT_MIN_PORT;

  public static final Parameter<Integer> LINKS =
      Parameter.integer(
          "btl_tcp_links",
          1,
          1,
          MAX_LINKS,
          "How many connections to each peer, by each network that both hosts have, share the bytes"
              + " of long messages");
  public static final Parameter<Long> LINK_SHARE =
      Parameter.bytes(
          "btl_tcp_link_share",
          1 << 20,
          1,
          Integer.MAX_VALUE,
          "The least part of a long message, in bytes, that is worth another link of the same"
              + " network");
  public static final Parameter<String> IF_INCLUDE =
      Parameter.text(
          "btl_tcp_if_include",
          "",
          "Interfaces to use, names or CIDRs (eth0,192.168.0.0/16); excludes all others. Long"
              + " messages are divided among those named; if none is, among subnets that both hosts"
              + " have");
  public static final Parameter<String> IF_EXCLUDE =
      Parameter.text(
          "btl_tcp_if_exclude",
          "127.0.0.1/8",
          "Interfaces not to use, names or CIDRs; the default still lets ranks of one host use"
              + " loopback among themselves");
  static final Parameter<Integer> PORT_MIN_V4 = portMin(4);
  static final Parameter<Integer> PORT_RANGE_V4 = portRange(4);
  static final Parameter<Integer> PORT_MIN_V6 = portMin(6);
  static final Parameter<Integer> PORT_RANGE_V6 = portRange(6);
  static final Parameter<Long> SNDBUF = socketBuffer("btl_tcp_sndbuf", "send");
  static final Parameter<Long> RCVBUF = socketBuffer("btl_tcp_rcvbuf", "receive");
  static final Parameter<Integer> DISABLE_FAMILY =
      Parameter.integer(
          "btl_tcp_disable_family", 0, 0, 6, "Do not use IPv4 (4) or IPv6 (6); 0 uses both");
  public static final BtlParameters COMMON =
      BtlParameters.of("tcp")
          .weights(100, 100, 100)
          .bandwidthHelp("; not set: that of the interfaces, where the kernel knows it")
          .frameRange(512, 16 << 20)
          .frames(EAGER_BYTES + HEADER_ROOM, EAGER_BYTES, 256 << 10)
          .rdmaPipeline(128 << 10, Integer.MAX_VALUE, 0)
          .flags(
              IMPLEMENTED_FLAGS & ~(BtlCapabilities.NEEDS_REGISTRATION | BtlCapabilities.PUT),
              IMPLEMENTED_FLAGS,
              "")
          .declare();
  public static final Parameter<Boolean> NATIVE_ARRAYS =
      Parameter.bool(
          "btl_tcp_native_arrays",
          true,
          "Whether long messages move from and to arrays without a copy, where the native library is");

  @Override
  public List<Parameter<?>> parameters() {
    List<Parameter<?>> all =
        new ArrayList<>(
            List.of(
                LINKS,
                LINK_SHARE,
                IF_INCLUDE,
                IF_EXCLUDE,
                PORT_MIN_V4,
                PORT_RANGE_V4,
                PORT_MIN_V6,
                PORT_RANGE_V6,
                SNDBUF,
                RCVBUF,
                DISABLE_FAMILY,
                NATIVE_ARRAYS));
    all.addAll(COMMON.all());
    return all;
  }

  private static Parameter<Integer> portMin(int family) {
    return Parameter.integer(
        "btl_tcp_port_min_v" + family,
        DEFAULT_MIN_PORT,
        1,
        MAX_PORT,
        "First port to listen on over IPv"
            + family
            + "; with the default and the default range the kernel chooses");
  }

  private static Parameter<Integer> portRange(int family) {
    return Parameter.integer(
        "btl_tcp_port_range_v" + family,
        DEFAULT_PORT_RANGE,
        1,
        MAX_PORT,
        "How many ports to try from btl_tcp_port_min_v" + family);
  }

  private static Parameter<Long> socketBuffer(String name, String direction) {
    return Parameter.bytes(
        name, 0, 0, 1 << 30, "Size of the socket's " + direction + " buffer; 0 lets the kernel");
  }
}
