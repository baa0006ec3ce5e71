package org.ob1j.btl.tcp.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.tcp.address.Reachability.Distance;
import org.ob1j.btl.tcp.address.Reachability.Pair;

/**
 * By which networks two processes exchange messages: pure functions of what both have published.
 *
 * <p>Each network of one host is paired with at most one of the other, the best pairs first. The
 * first pair is used by links 0, the second by links 1, and so on, whatever the networks are called
 * on either host, and both come to the same pairs. A network that nobody has named is used beside
 * the first only if both are the hosts' own subnets: whether a route leads anywhere is not known.
 *
 * <p>A link whose own pair turns out to lead nowhere takes any other address of its peer.
 */
public final class Paths {
  /**
   * An address of a peer to try.
   *
   * @param from the own address to connect from; null if the kernel is to choose
   */
  public record Candidate(InetAddress from, InetSocketAddress to) {}

  private final TcpAddresses theirs;
  private final List<Pair> pairs;

  /** For each pair of networks, the best of its pairs of addresses. */
  private final List<Pair> networks = new ArrayList<>();

  private Paths(TcpAddresses ours, TcpAddresses theirs, boolean lower) {
    this.theirs = theirs;
    pairs = Reachability.pairs(ours, theirs, lower);
    boolean named = ours.named() && theirs.named();
    int most = Math.min(ours.networkCount(), theirs.networkCount());
    for (Pair pair : pairs) {
      if (networks.size() < most && isFree(pair) && isWorthwhile(pair, named)) {
        networks.add(pair);
      }
    }
  }

  /**
   * The paths from one process to another.
   *
   * @param lower whether ours is the lower rank
   */
  public static Paths between(TcpAddresses ours, TcpAddresses theirs, boolean lower) {
    return new Paths(ours, theirs, lower);
  }

  private boolean isFree(Pair pair) {
    for (Pair taken : networks) {
      if (taken.ours().network() == pair.ours().network()
          || taken.theirs().network() == pair.theirs().network()) {
        return false;
      }
    }
    return true;
  }

  private boolean isWorthwhile(Pair pair, boolean named) {
    return named
        || networks.isEmpty()
        || pair.distance() == Distance.SAME_SUBNET
            && networks.get(0).distance() == Distance.SAME_SUBNET;
  }

  /** How many networks can be used at once; 0 if the peer cannot be reached. */
  public int count() {
    return networks.size();
  }

  /**
   * What one of the networks carries, in Mbit/s; 0 if that is not known of each, so that they
   * cannot be compared.
   */
  public int megabits(int network) {
    for (Pair pair : networks) {
      if (pair.megabits() <= 0) {
        return 0;
      }
    }
    return networks.get(network).megabits();
  }

  /** The addresses that are worth trying for one of the networks: its own first. */
  public List<Candidate> candidates(int network) {
    Pair best = networks.get(network);
    List<Candidate> candidates = new ArrayList<>();
    for (Pair pair : pairs) {
      if (pair.ours().network() == best.ours().network()
          && pair.theirs().network() == best.theirs().network()) {
        add(candidates, pair, pair.distance() == Distance.SAME_SUBNET);
      }
    }
    for (Pair pair : pairs) {
      add(candidates, pair, false);
    }
    return candidates;
  }

  private void add(List<Candidate> candidates, Pair pair, boolean bound) {
    InetSocketAddress to = theirs.listening(pair.theirs());
    for (Candidate known : candidates) {
      if (known.to().equals(to)) {
        return;
      }
    }
    candidates.add(new Candidate(bound ? pair.ours().address() : null, to));
  }
}
