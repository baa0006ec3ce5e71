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

  /** The hosts' names for a message; of many, the first ones. */
  public String names() {
    String names = hosts.stream().limit(SHOWN).map(Host::name).collect(Collectors.joining(", "));
    return hosts.size() > SHOWN ? names + " and " + (hosts.size() - SHOWN) + " more" : names;
  }
}
