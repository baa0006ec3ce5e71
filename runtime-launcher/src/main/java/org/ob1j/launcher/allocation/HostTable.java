package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds up mentions of hosts, in the order of their first ones. */
final class HostTable {
  private final ThisHost me;

  /** Names that stand for this host. */
  private final Set<String> own;

  /** How many slots a host has that is mentioned once, without a number; 0: its cores. */
  private final int slotsOfOneMention;

  private final Map<String, Sum> sums = new LinkedHashMap<>();

  private static final class Sum {
    private String user;
    private int said;
    private int notSaid;
    private boolean all;
    private int maxSlots;

    private void add(Mention mention) {
      user = user == null ? mention.user() : user;
      maxSlots = Math.max(maxSlots, mention.maxSlots());
      switch (mention.slots()) {
        case Mention.ALL -> all = true;
        case Mention.NOT_SAID -> notSaid++;
        default -> said += mention.slots();
      }
    }

    private int slots(int ofOneMention) {
      if (all) {
        return 0;
      }
      int known = said > 0 || notSaid > 1 ? said + notSaid : ofOneMention;
      return maxSlots > 0 && (known == 0 || known > maxSlots) ? maxSlots : known;
    }
  }

  HostTable(ThisHost me, Set<String> own, int slotsOfOneMention) {
    this.me = me;
    this.own = own;
    this.slotsOfOneMention = slotsOfOneMention;
  }

  /** Adds up a list by itself. */
  static List<Host> sum(List<Mention> mentions, ThisHost me, int slotsOfOneMention) {
    Set<String> own = me.among(mentions.stream().map(Mention::name).distinct().toList());
    HostTable table = new HostTable(me, own, slotsOfOneMention);
    mentions.forEach(table::add);
    return table.hosts();
  }

  void add(Mention mention) {
    sums.computeIfAbsent(nameOf(mention.name()), name -> new Sum()).add(mention);
  }

  /** This host's own name for each of its names. */
  String nameOf(String name) {
    return own.contains(name) || me.isOwnName(name) ? me.name() : name;
  }

  List<Host> hosts() {
    List<Host> hosts = new ArrayList<>();
    sums.forEach(
        (name, sum) ->
            hosts.add(
                new Host(
                    name,
                    sum.user,
                    sum.slots(slotsOfOneMention),
                    sum.maxSlots,
                    name.equals(me.name()))));
    return hosts;
  }
}
