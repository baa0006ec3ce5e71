package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.launcher.system.LaunchException;

/**
 * Chooses among hosts that are given already: those that a list mentions, in its order.
 *
 * @param allocation the hosts that are given
 * @param me this host
 * @param named what has the list, for messages
 */
record HostFilter(Allocation allocation, ThisHost me, String named) {
  /**
   * The hosts that are mentioned.
   *
   * @param slotsOfOneMention what a host that is mentioned once without a number gives; 0: all
   * @throws LaunchException if there is one that is not given
   */
  List<HostChoice.Share> choose(List<Mention> mentions, int slotsOfOneMention)
      throws LaunchException {
    List<Mention> absolute = resolve(mentions);
    HostTable table = new HostTable(me, ownNames(absolute), slotsOfOneMention);
    absolute.forEach(table::add);
    Map<String, Integer> places = places();
    List<HostChoice.Share> shares = new ArrayList<>();
    for (Host host : table.hosts()) {
      Integer place = places.get(host.name());
      if (place == null) {
        throw LaunchException.usage(
            named
                + " names "
                + host.name()
                + ", which is not among the hosts of "
                + allocation.source()
                + ": "
                + allocation.names());
      }
      shares.add(new HostChoice.Share(place, host.slots()));
    }
    return shares;
  }

  /** The allocation with these hosts alone. */
  Allocation reduced(List<HostChoice.Share> shares) {
    List<Host> hosts = new ArrayList<>();
    for (HostChoice.Share share : shares) {
      Host host = allocation.hosts().get(share.host());
      int slots = least(host.slots(), share.slots());
      hosts.add(new Host(host.name(), host.user(), slots, host.maxSlots(), host.local()));
    }
    return new Allocation(hosts, allocation.manager(), allocation.source());
  }

  /**
   * An allocation of the same hosts, on which whoever a mention names logs in.
   *
   * @throws LaunchException if a mention cannot be understood
   */
  Allocation withUsers(Allocation same, List<Mention> mentions) throws LaunchException {
    List<Host> hosts = new ArrayList<>(same.hosts());
    Map<String, Integer> places = places();
    for (Mention mention : resolve(mentions)) {
      Integer place = places.get(mention.name());
      if (place != null && mention.user() != null) {
        Host host = hosts.get(place);
        hosts.set(
            place,
            new Host(host.name(), mention.user(), host.slots(), host.maxSlots(), host.local()));
      }
    }
    return new Allocation(hosts, same.manager(), same.source());
  }

  /** The allocation without these hosts. */
  Allocation without(List<String> excluded) throws LaunchException {
    HostTable table = new HostTable(me, me.among(excluded), 0);
    Set<String> names = new HashSet<>();
    excluded.forEach(name -> names.add(allocation.nameOf(table.nameOf(name))));
    List<Host> hosts =
        allocation.hosts().stream().filter(host -> !names.contains(host.name())).toList();
    if (hosts.isEmpty()) {
      throw LaunchException.usage(
          named + " excludes all hosts of " + allocation.source() + ": " + allocation.names());
    }
    return new Allocation(hosts, allocation.manager(), allocation.source());
  }

  /** Zero is as many as there are. */
  private static int least(int one, int other) {
    return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
  }

  private Map<String, Integer> places() {
    Map<String, Integer> places = new HashMap<>();
    for (int place = 0; place < allocation.hosts().size(); place++) {
      places.put(allocation.hosts().get(place).name(), place);
    }
    return places;
  }

  /** Only names that nobody has are worth looking up. */
  private Set<String> ownNames(List<Mention> mentions) {
    Map<String, Integer> known = places();
    List<String> unknown =
        mentions.stream()
            .map(Mention::name)
            .distinct()
            .filter(name -> !known.containsKey(name))
            .toList();
    return unknown.isEmpty() ? Set.of() : me.among(unknown);
  }

  /** Hosts by their numbers, and those that are not mentioned otherwise, get their names. */
  private List<Mention> resolve(List<Mention> mentions) throws LaunchException {
    List<Mention> absolute = new ArrayList<>();
    Map<String, Host> unmentioned = new LinkedHashMap<>();
    allocation.hosts().forEach(host -> unmentioned.put(host.name(), host));
    for (Mention mention : mentions) {
      Mention resolved = isNumber(mention) ? numbered(mention) : named(mention);
      absolute.add(resolved);
      unmentioned.remove(resolved.name());
      if (me.isOwnName(resolved.name())) {
        unmentioned.remove(me.name());
      }
    }
    List<Mention> all = new ArrayList<>();
    for (Mention mention : absolute) {
      if (mention.isRelative()) {
        all.addAll(empty(mention, unmentioned));
      } else {
        all.add(mention);
      }
    }
    return all;
  }

  private static boolean isNumber(Mention mention) {
    return mention.name().startsWith("+n") || mention.name().startsWith("+N");
  }

  private Mention named(Mention mention) {
    String name = allocation.nameOf(mention.name());
    return new Mention(mention.user(), name, mention.slots(), mention.maxSlots());
  }

  private Mention numbered(Mention mention) throws LaunchException {
    requireScheduler(mention);
    int place = Integer.parseInt(mention.name().substring(2));
    if (place >= allocation.hosts().size()) {
      throw LaunchException.usage(
          named
              + " has "
              + mention.name()
              + "; "
              + allocation.source()
              + " has hosts +n0 to +n"
              + (allocation.hosts().size() - 1));
    }
    return new Mention(null, allocation.hosts().get(place).name(), mention.slots());
  }

  private List<Mention> empty(Mention mention, Map<String, Host> unmentioned)
      throws LaunchException {
    requireScheduler(mention);
    int colon = mention.name().indexOf(':');
    int wanted =
        colon < 0 ? unmentioned.size() : Integer.parseInt(mention.name().substring(colon + 1));
    if (wanted > unmentioned.size()) {
      throw LaunchException.usage(
          named
              + " has "
              + mention.name()
              + "; "
              + allocation.source()
              + " has "
              + unmentioned.size()
              + " hosts that are not named otherwise");
    }
    List<Mention> empty = new ArrayList<>();
    for (String name : List.copyOf(unmentioned.keySet()).subList(0, wanted)) {
      unmentioned.remove(name);
      empty.add(new Mention(null, name, Mention.ALL));
    }
    return empty;
  }

  private void requireScheduler(Mention mention) throws LaunchException {
    if (!allocation.manager().isScheduler()) {
      throw LaunchException.usage(
          named
              + " has "
              + mention.name()
              + ", a host of a scheduler's allocation; there is none, so hosts have names");
    }
  }
}
