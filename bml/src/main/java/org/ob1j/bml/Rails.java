package org.ob1j.bml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;

/**
 * The endpoints of one peer that are used: the first carries all headers and short messages.
 * Immutable but for what has moved by each: another set of rails is another object with a higher
 * version. What a rail that was taken away has been asked for, or was announced by it, still goes
 * by it.
 */
public final class Rails {
  private static final int NONE = -1;

  private final int version;

  /** All endpoints that reach the peer or have done so: it chooses its own for what it sends. */
  private final List<Rail> reaching;

  /** Those of them that have been taken away. */
  private final List<Rail> removed;

  private final List<Rail> all;

  private Rails(int version, List<Rail> reaching, List<Rail> removed) {
    this.version = version;
    this.reaching = reaching;
    this.removed = removed;
    all = selected(reaching, removed);
  }

  private static List<Rail> selected(List<Rail> reaching, List<Rail> removed) {
    List<Rail> candidates = new ArrayList<>(reaching);
    candidates.removeAll(removed);
    List<BtlAttributes> attributes = new ArrayList<>();
    for (Rail rail : candidates) {
      attributes.add(rail.attributes());
    }
    List<Rail> selected = new ArrayList<>();
    for (int index : RailSelector.select(attributes)) {
      selected.add(candidates.get(index));
    }
    return selected;
  }

  /**
   * The rails by which these modules reach a process; empty if none does. Modules of less
   * exclusivity than one that reaches it are not asked.
   */
  static Rails to(int rank, List<BtlModule> modules) {
    List<Rail> reaching = new ArrayList<>();
    int exclusivity = highest(modules, Integer.MAX_VALUE);
    while (reaching.isEmpty() && exclusivity != NONE) {
      for (BtlModule module : modules) {
        BtlEndpoint endpoint =
            module.attributes().exclusivity() == exclusivity ? module.endpoint(rank) : null;
        if (endpoint != null) {
          reaching.add(new Rail(endpoint));
        }
      }
      exclusivity = highest(modules, exclusivity - 1);
    }
    return new Rails(0, reaching, List.of());
  }

  /** The modules that a peer is reached by which all of them reach. */
  static List<BtlModule> best(List<BtlModule> modules) {
    int exclusivity = highest(modules, Integer.MAX_VALUE);
    List<BtlModule> best = new ArrayList<>();
    for (BtlModule module : modules) {
      if (module.attributes().exclusivity() == exclusivity) {
        best.add(module);
      }
    }
    return best;
  }

  /** The highest exclusivity that is not above a limit; {@link #NONE} if there is no such. */
  private static int highest(List<BtlModule> modules, int limit) {
    int highest = NONE;
    for (BtlModule module : modules) {
      int its = module.attributes().exclusivity();
      if (its <= limit && its > highest) {
        highest = its;
      }
    }
    return highest;
  }

  /** The peer turns out to send by a module that was not asked, as it prefers another one. */
  public void addIncoming(BtlEndpoint endpoint) {
    for (Rail rail : reaching) {
      if (rail.endpoint() == endpoint) {
        return;
      }
    }
    reaching.add(new Rail(endpoint));
  }

  /** The same with one rail more, or with one that had been taken away. */
  Rails with(BtlEndpoint endpoint) {
    List<Rail> more = new ArrayList<>(reaching);
    if (more.stream().noneMatch(rail -> rail.endpoint() == endpoint)) {
      more.add(new Rail(endpoint));
    }
    List<Rail> stillRemoved = new ArrayList<>(removed);
    stillRemoved.removeIf(rail -> rail.endpoint() == endpoint);
    return new Rails(version + 1, more, stillRemoved);
  }

  /** The same without one rail; empty if there is no other. */
  Rails without(BtlEndpoint endpoint) {
    List<Rail> more = new ArrayList<>(removed);
    for (Rail rail : reaching) {
      if (rail.endpoint() == endpoint && !more.contains(rail)) {
        more.add(rail);
      }
    }
    return new Rails(version + 1, reaching, more);
  }

  /** Whether a rail is there and has not been taken away, be it among the best or not. */
  boolean mayUse(BtlEndpoint endpoint) {
    for (Rail rail : reaching) {
      if (rail.endpoint() == endpoint) {
        return !removed.contains(rail);
      }
    }
    return false;
  }

  /** Grows with each change of the set. */
  public int version() {
    return version;
  }

  /** Attaches what an upper layer keeps for the peer to all endpoints that reach it. */
  public void attach(int layer, Object attachment) {
    for (Rail rail : reaching) {
      rail.endpoint().attach(layer, attachment);
    }
  }

  /** The peer has failed: nothing more may go to it or come from it. */
  public void giveUp(BtlException cause) {
    for (Rail rail : reaching) {
      rail.endpoint().giveUp(cause);
    }
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** True if long messages are divided. */
  public boolean areSeveral() {
    return all.size() > 1;
  }

  public Rail first() {
    return all.get(0);
  }

  public List<Rail> all() {
    return all;
  }

  public List<BtlModule> modules() {
    List<BtlModule> modules = new ArrayList<>();
    for (Rail rail : all) {
      modules.add(rail.endpoint().module());
    }
    return modules;
  }

  /** How much of long messages has left in fragments. */
  public long fragmentBytesSent() {
    long bytes = 0;
    for (int i = 0; i < reaching.size(); i++) {
      bytes += reaching.get(i).fragmentBytesSent();
    }
    return bytes;
  }

  /** The rail of an endpoint; null if it is not used for sending. */
  public Rail of(BtlEndpoint endpoint) {
    for (Rail rail : all) {
      if (rail.endpoint() == endpoint) {
        return rail;
      }
    }
    return null;
  }

  /** The time, if that is needed to measure a rail; else anything. */
  public long startNanos(BtlEndpoint endpoint) {
    Rail rail = of(endpoint);
    return rail == null ? 0 : rail.startNanos();
  }

  /** A share of a message has gone by a rail since a time. */
  public void measure(BtlEndpoint endpoint, long lengthBytes, long startNanos) {
    Rail rail = of(endpoint);
    if (rail != null) {
      rail.measure(lengthBytes, startNanos);
    }
  }

  /** Counts bytes that have been put by a rail. */
  public void countPut(BtlEndpoint endpoint, long lengthBytes) {
    Rail rail = of(endpoint);
    if (rail != null) {
      rail.countPut(lengthBytes);
    }
  }

  /** Counts bytes that have been got by a rail. */
  public void countGet(BtlEndpoint endpoint, long lengthBytes) {
    Rail rail = of(endpoint);
    if (rail != null) {
      rail.countGet(lengthBytes);
    }
  }

  /** The rails of the highest bandwidths, at most so many. */
  public List<Rail> strongest(int limit) {
    return all.size() <= limit
        ? all
        : all.stream()
            .sorted(Comparator.comparingInt(rail -> -rail.bandwidthMegabits()))
            .limit(limit)
            .toList();
  }

  /** How a run of bytes is divided among some of the rails. */
  public static long[] shares(long lengthBytes, List<Rail> rails) {
    // No streams, which cost microseconds for each message until they are compiled.
    int[] bandwidths = new int[rails.size()];
    int[] leastShares = new int[rails.size()];
    for (int i = 0; i < bandwidths.length; i++) {
      Rail rail = rails.get(i);
      bandwidths[i] = rail.bandwidthMegabits();
      leastShares[i] = rail.attributes().leastShareBytes();
    }
    return Striping.shares(lengthBytes, bandwidths, leastShares);
  }

  /** The same for bytes that are to go now. */
  public static long[] divide(long lengthBytes, List<Rail> rails) {
    long[] shares = shares(lengthBytes, rails);
    for (int i = 0; i < shares.length; i++) {
      if (shares[i] == 0) {
        rails.get(i).passOver();
      }
    }
    return shares;
  }

  /** Hands over whatever the transports have held back. */
  public void push() {
    for (Rail rail : reaching) {
      rail.endpoint().push();
    }
  }

  /** The names of the modules, with what each has moved of long messages if there are several. */
  public String describe() {
    return areSeveral()
        ? String.join(" and ", all.stream().map(Rail::describe).toList())
        : first().name();
  }
}
