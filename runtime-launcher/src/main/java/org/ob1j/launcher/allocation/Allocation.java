package org.ob1j.launcher.allocation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The hosts of a job, each once, in the order in which ranks fill them.
 *
 * @param manager who says so
 * @param source where it is said, in words that fit into "the hosts of …"
 */
public record Allocation(List<Host> hosts, Manager manager, String source) {
  private static final int SHOWN = 10;

  public Allocation {
    hosts = List.copyOf(hosts);
  }

  /** This host alone, because nobody says anything. */
  static Allocation ofThisHost(ThisHost me) {
    return new Allocation(
        List.of(new Host(me.name(), null, 0, 0, true)), Manager.NOBODY, "nothing but this host");
  }

  /**
   * Whether somebody has said how many slots there are: then no more ranks are started, and else
   * any number.
   */
  public boolean hasSlots() {
    return manager != Manager.NOBODY;
  }

  /** Whether something must be started on another host. */
  public boolean hasRemoteHosts() {
    boolean hasRemoteHosts = false;
    for (Host host : hosts) {
      hasRemoteHosts |= !host.local();
    }
    return hasRemoteHosts;
  }

  /**
   * The name that a host has here which is mentioned with its domain and has none here, or the
   * other way round: schedulers and users differ in that. Else what it is mentioned by, as also
   * where two hosts might be meant.
   */
  String nameOf(String mentioned) {
    List<String> alike =
        hosts.stream().map(Host::name).filter(name -> isAlike(name, mentioned)).toList();
    boolean isHere = hosts.stream().anyMatch(host -> host.name().equals(mentioned));
    return isHere || alike.size() != 1 ? mentioned : alike.get(0);
  }

  private static boolean isAlike(String one, String other) {
    return isWithoutDomain(one, other) || isWithoutDomain(other, one);
  }

  /** A number is the beginning of an address, and no name. */
  private static boolean isWithoutDomain(String name, String whole) {
    return whole.startsWith(name + ".") && !name.matches("[0-9.]*");
  }

  /** The hosts' names for a message; of many, the first ones. */
  public String names() {
    String names = hosts.stream().limit(SHOWN).map(Host::name).collect(Collectors.joining(", "));
    return hosts.size() > SHOWN ? names + " and " + (hosts.size() - SHOWN) + " more" : names;
  }
}
