package org.ob1j.bml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;

/** The ways to one peer: the first carries all headers and short messages. */
public final class Rails {
  private final List<Rail> all;

  /** Also those that are not used for sending: the peer chooses its own. */
  private final List<BtlEndpoint> reaching;

  private Rails(List<Rail> all, List<BtlEndpoint> reaching) {
    this.all = all;
    this.reaching = reaching;
  }

  /** The ways by which these modules reach a process; empty if none does. */
  public static Rails to(int rank, List<BtlModule> modules) {
    List<BtlEndpoint> reaching = new ArrayList<>();
    for (BtlModule module : modules) {
      BtlEndpoint endpoint = module.endpoint(rank);
      if (endpoint != null) {
        reaching.add(endpoint);
      }
    }
    return new Rails(
        RailSelector.select(reaching.stream().map(each -> each.module().attributes()).toList())
            .stream()
            .map(index -> new Rail(reaching.get(index)))
            .toList(),
        reaching);
  }

  /** Attaches what an upper layer keeps for the peer to all endpoints that reach it. */
  public void attach(int layer, Object attachment) {
    for (BtlEndpoint endpoint : reaching) {
      endpoint.attach(layer, attachment);
    }
  }

  /** The peer has failed: nothing more may go either way. */
  public void giveUp(BtlException cause) {
    reaching.forEach(endpoint -> endpoint.giveUp(cause));
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
    return all.stream().map(rail -> rail.endpoint().module()).toList();
  }

  /** How much of long messages has left in fragments. */
  public long fragmentBytesSent() {
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      bytes += all.get(i).fragmentBytesSent();
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
    all.forEach(rail -> rail.endpoint().push());
  }

  /** The names of the modules, with what each has moved of long messages if there are several. */
  public String describe() {
    return areSeveral()
        ? String.join(" and ", all.stream().map(Rail::describe).toList())
        : first().name();
  }
}
