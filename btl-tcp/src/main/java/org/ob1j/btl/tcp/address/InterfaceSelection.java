package org.ob1j.btl.tcp.address;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.tcp.parameter.TcpParameters;
import org.ob1j.btl.tcp.parameter.TcpSettings;
import org.ob1j.runtime.parameter.ParameterException;

/** Which of this host's addresses to publish. */
public final class InterfaceSelection {
  /**
   * An address of this host.
   *
   * @param prefixBits the length of its subnet's prefix
   * @param up whether its interface is up and has a carrier
   */
  public record LocalAddress(
      String interfaceName, InetAddress address, int prefixBits, boolean up) {
    public boolean isIpv4() {
      return address instanceof Inet4Address;
    }

    /** The address as other hosts know it. */
    public InetAddress withoutScope() {
      try {
        return address instanceof Inet6Address
            ? InetAddress.getByAddress(address.getAddress())
            : address;
      } catch (UnknownHostException cannotBe) {
        throw new IllegalStateException("an address of a wrong length: " + address, cannotBe);
      }
    }
  }

  /** A part of an interface list: an interface's name, or a network. */
  private record Pattern(String text, InetAddress network, int prefixBits) {
    boolean matches(LocalAddress candidate) {
      return network == null
          ? text.equals(candidate.interfaceName())
          : Subnets.sharePrefix(network, candidate.address(), prefixBits);
    }
  }

  private InterfaceSelection() {}

  /** The addresses of all interfaces, those of IPv4 first. */
  public static List<LocalAddress> ofThisHost() {
    List<LocalAddress> ipv4 = new ArrayList<>();
    List<LocalAddress> ipv6 = new ArrayList<>();
    try {
      // As the kernel counts them; the JDK's order is another on each host.
      Map<Integer, NetworkInterface> byIndex = new TreeMap<>();
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        byIndex.put(each.getIndex(), each);
      }
      for (NetworkInterface each : byIndex.values()) {
        for (InterfaceAddress of : each.getInterfaceAddresses()) {
          LocalAddress address =
              new LocalAddress(
                  each.getName(), of.getAddress(), of.getNetworkPrefixLength(), each.isUp());
          (address.isIpv4() ? ipv4 : ipv6).add(address);
        }
      }
    } catch (SocketException unreadable) {
      throw new BtlUnavailableException(
          "tcp cannot list this host's network interfaces: " + unreadable.getMessage(), unreadable);
    }
    ipv4.addAll(ipv6);
    return ipv4;
  }

  /**
   * The addresses to publish. Loopback is for ranks of the same host; it is used unless the user
   * has spoken against it, since the default of {@code btl_tcp_if_exclude} means other hosts.
   * Interfaces that are down count only if other hosts could not be reached without them: their
   * network may be away for a moment.
   *
   * @param singleHost true if every rank of the job is on this host: then loopback suffices, unless
   *     the user has said what to use
   * @throws ParameterException if a list cannot be read
   * @throws BtlUnavailableException if nothing is left
   */
  public static List<LocalAddress> publish(
      List<LocalAddress> candidates, TcpSettings settings, boolean singleHost) {
    List<Pattern> include = patterns(TcpParameters.IF_INCLUDE.name(), settings.include());
    List<Pattern> exclude = patterns(TcpParameters.IF_EXCLUDE.name(), settings.exclude());
    if (!include.isEmpty() && !settings.excludeIsDefault() && !exclude.isEmpty()) {
      throw new ParameterException(
          "btl_tcp_if_include is '%s' and btl_tcp_if_exclude is '%s'; only one may be given"
              .formatted(settings.include(), settings.exclude()));
    }
    List<LocalAddress> wanted = new ArrayList<>();
    List<LocalAddress> chosen = new ArrayList<>();
    for (LocalAddress each : candidates) {
      if (isUsable(each, settings) && isWanted(each, include, exclude, settings)) {
        wanted.add(each);
        if (each.up()) {
          chosen.add(each);
        }
      }
    }
    if (!singleHost && loopback(chosen).size() == chosen.size()) {
      chosen = wanted;
    }
    if (chosen.isEmpty()) {
      throw new BtlUnavailableException(
          ("tcp has no network interface to use: btl_tcp_if_include is '%s', btl_tcp_if_exclude is"
                  + " '%s', btl_tcp_disable_family is %d, and this host has %s")
              .formatted(
                  settings.include(),
                  settings.exclude(),
                  settings.disabledFamily(),
                  describe(candidates)));
    }
    List<LocalAddress> loopback = loopback(chosen);
    return singleHost && include.isEmpty() && !loopback.isEmpty() ? loopback : chosen;
  }

  private static List<LocalAddress> loopback(List<LocalAddress> addresses) {
    List<LocalAddress> loopback = new ArrayList<>();
    for (LocalAddress each : addresses) {
      if (each.address().isLoopbackAddress()) {
        loopback.add(each);
      }
    }
    return loopback;
  }

  /**
   * The addresses to publish by network: each interface is one, and each part of {@code
   * btl_tcp_if_include} makes networks of its own, in its order. An address is of the first part
   * that names it.
   */
  public static List<List<LocalAddress>> networks(
      List<LocalAddress> published, TcpSettings settings) {
    List<Pattern> include = patterns(TcpParameters.IF_INCLUDE.name(), settings.include());
    Map<Integer, Map<String, List<LocalAddress>>> networks = new TreeMap<>();
    for (LocalAddress address : published) {
      int part = 0;
      while (part < include.size() && !include.get(part).matches(address)) {
        part++;
      }
      if (!networks.containsKey(part)) {
        networks.put(part, new LinkedHashMap<>());
      }
      Map<String, List<LocalAddress>> ofPart = networks.get(part);
      if (!ofPart.containsKey(address.interfaceName())) {
        ofPart.put(address.interfaceName(), new ArrayList<>());
      }
      ofPart.get(address.interfaceName()).add(address);
    }
    List<List<LocalAddress>> inOrder = new ArrayList<>();
    for (Map<String, List<LocalAddress>> ofPart : networks.values()) {
      inOrder.addAll(ofPart.values());
    }
    return inOrder;
  }

  /**
   * What a rank publishes.
   *
   * @param networks see {@link #networks}
   */
  public static TcpAddresses published(
      List<List<LocalAddress>> networks,
      TcpSettings settings,
      String hostId,
      TcpAddresses.Ports ports) {
    List<TcpAddresses.Address> addresses = new ArrayList<>();
    for (int network = 0; network < networks.size(); network++) {
      for (LocalAddress each : networks.get(network)) {
        InetAddress address = each.withoutScope();
        // Only between hosts is there more than one network to compare.
        int megabits =
            address.isLoopbackAddress() ? 0 : InterfaceSpeed.megabits(each.interfaceName());
        addresses.add(new TcpAddresses.Address(network, address, each.prefixBits(), megabits));
      }
    }
    return new TcpAddresses(
        hostId,
        settings.attributes().maxSendSize(),
        ports,
        settings.linksPerNetwork(),
        !settings.include().isBlank(),
        addresses);
  }

  private static boolean isUsable(LocalAddress candidate, TcpSettings settings) {
    // A link-local IPv6 address means nothing without the name of the peer's own interface.
    boolean linkLocal = candidate.address() instanceof Inet6Address v6 && v6.isLinkLocalAddress();
    return !linkLocal && settings.disabledFamily() != (candidate.isIpv4() ? 4 : 6);
  }

  private static boolean isWanted(
      LocalAddress candidate, List<Pattern> include, List<Pattern> exclude, TcpSettings settings) {
    if (!include.isEmpty()) {
      return matchesAny(include, candidate);
    }
    if (candidate.address().isLoopbackAddress() && settings.excludeIsDefault()) {
      return true;
    }
    return !matchesAny(exclude, candidate);
  }

  private static boolean matchesAny(List<Pattern> patterns, LocalAddress candidate) {
    for (Pattern pattern : patterns) {
      if (pattern.matches(candidate)) {
        return true;
      }
    }
    return false;
  }

  private static List<Pattern> patterns(String parameter, String list) {
    List<Pattern> patterns = new ArrayList<>();
    for (String part : list.split(",")) {
      String text = part.trim();
      if (!text.isEmpty()) {
        patterns.add(pattern(parameter, text));
      }
    }
    return patterns;
  }

  private static Pattern pattern(String parameter, String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new Pattern(text, null, 0);
    }
    String network = text.substring(0, slash);
    try {
      InetAddress address = isNumeric(network) ? InetAddress.getByName(network) : null;
      int bits = Integer.parseInt(text.substring(slash + 1));
      if (address != null && bits >= 0 && bits <= 8 * address.getAddress().length) {
        return new Pattern(text, address, bits);
      }
    } catch (UnknownHostException | NumberFormatException unreadable) {
      throw badPattern(parameter, text);
    }
    throw badPattern(parameter, text);
  }

  /** True for what is no name that would be looked up. */
  private static boolean isNumeric(String network) {
    int radix = network.indexOf(':') < 0 ? 10 : 16;
    for (int i = 0; i < network.length(); i++) {
      char c = network.charAt(i);
      if (c != '.' && c != ':' && (c > 'f' || Character.digit(c, radix) < 0)) {
        return false;
      }
    }
    return !network.isEmpty();
  }

  private static ParameterException badPattern(String parameter, String text) {
    return new ParameterException(
        parameter
            + " has '"
            + text
            + "'; each part must be an interface's name or a network such as 192.168.0.0/16");
  }

  private static String describe(List<LocalAddress> candidates) {
    return candidates.stream()
        .map(
            each ->
                each.interfaceName()
                    + " "
                    + each.address().getHostAddress()
                    + (each.up() ? "" : " (down)"))
        .toList()
        .toString();
  }
}
