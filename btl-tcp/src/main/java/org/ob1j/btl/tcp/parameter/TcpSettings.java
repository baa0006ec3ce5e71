package org.ob1j.btl.tcp.parameter;

import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * The parameters' values, checked.
 *
 * @param include interfaces to use, empty for all
 * @param exclude interfaces not to use
 * @param excludeIsDefault true if the user did not set {@code btl_tcp_if_exclude}
 * @param portsV4 where to listen over IPv4
 * @param portsV6 where to listen over IPv6
 * @param sendBufferBytes of a socket, 0 for the kernel's choice
 * @param receiveBufferBytes of a socket, 0 for the kernel's choice
 * @param disabledFamily 4, 6, or 0 for none
 * @param linksPerNetwork how many connections to each peer by each network
 * @param bandwidthIsDefault true if the user did not set {@code btl_tcp_bandwidth}
 * @param attributes what the module declares
 */
public record TcpSettings(
    String include,
    String exclude,
    boolean excludeIsDefault,
    PortRange portsV4,
    PortRange portsV6,
    int sendBufferBytes,
    int receiveBufferBytes,
    int disabledFamily,
    int linksPerNetwork,
    boolean bandwidthIsDefault,
    BtlAttributes attributes) {

  /**
   * Up to this length a copy costs less, beside the kernel's own, than a second piece of a write, a
   * second read and the code for them, which a program that sends a few hundred such messages runs
   * before it is compiled.
   */
  static final int COPY_LIMIT = 64 << 10;

  /**
   * Ports to listen on.
   *
   * @param family 4 or 6
   * @param first the first port, or 0 to let the kernel choose
   * @param count how many to try
   */
  public record PortRange(int family, int first, int count) {
    public static final int KERNEL_CHOOSES = 0;
  }

  public static TcpSettings read(ParameterSet parameters) {
    int family = parameters.get(TcpParameters.DISABLE_FAMILY);
    if (family != 0 && family != 4 && family != 6) {
      throw new ParameterException(
          TcpParameters.DISABLE_FAMILY.name() + " is " + family + "; it must be 0, 4 or 6");
    }
    return new TcpSettings(
        parameters.get(TcpParameters.IF_INCLUDE),
        parameters.get(TcpParameters.IF_EXCLUDE),
        isDefault(parameters, TcpParameters.IF_EXCLUDE),
        ports(
            4,
            parameters.get(TcpParameters.PORT_MIN_V4),
            parameters.get(TcpParameters.PORT_RANGE_V4)),
        ports(
            6,
            parameters.get(TcpParameters.PORT_MIN_V6),
            parameters.get(TcpParameters.PORT_RANGE_V6)),
        parameters.get(TcpParameters.SNDBUF).intValue(),
        parameters.get(TcpParameters.RCVBUF).intValue(),
        family,
        parameters.get(TcpParameters.LINKS),
        isDefault(parameters, TcpParameters.COMMON.bandwidth()),
        attributes(parameters));
  }

  /** The same for a link beside another one of the same network. */
  public TcpSettings ofFurtherLink(int leastShareBytes) {
    return new TcpSettings(
        include,
        exclude,
        excludeIsDefault,
        portsV4,
        portsV6,
        sendBufferBytes,
        receiveBufferBytes,
        disabledFamily,
        linksPerNetwork,
        bandwidthIsDefault,
        attributes.toBuilder().leastShareBytes(leastShareBytes).build());
  }

  /**
   * What counts for a peer.
   *
   * @param megabits what the interfaces on the way to it carry; 0 if that is not known
   */
  public BtlAttributes attributesAt(int megabits) {
    return bandwidthIsDefault && megabits > 0
        ? attributes.toBuilder().bandwidthMegabits(megabits).build()
        : attributes;
  }

  private static boolean isDefault(ParameterSet parameters, Parameter<?> parameter) {
    return parameters.sourceOf(parameter).equals("default");
  }

  private static BtlAttributes attributes(ParameterSet parameters) {
    return TcpParameters.COMMON
        .attributes(parameters)
        .copyLimit(COPY_LIMIT)
        .placeThreshold(COPY_LIMIT + 1)
        .order(GuaranteedOrder.among(BtlOperation.SEND, BtlOperation.PUT))
        .build();
  }

  private static PortRange ports(int family, int first, int count) {
    if (first == TcpParameters.DEFAULT_MIN_PORT && count == TcpParameters.DEFAULT_PORT_RANGE) {
      return new PortRange(family, PortRange.KERNEL_CHOOSES, 1);
    }
    return new PortRange(family, first, Math.min(count, TcpParameters.MAX_PORT + 1 - first));
  }
}
