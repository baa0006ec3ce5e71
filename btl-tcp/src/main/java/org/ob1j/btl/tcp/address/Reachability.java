package org.ob1j.btl.tcp.address;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ob1j.btl.tcp.address.TcpAddresses.Address;

/**
 * How well each address of one process reaches each of another: a pure function, whose rule is that
 * of Open MPI's {@code reachable/weighted}, but that a nearer address wins over a faster one (a
 * bridge for containers claims 10 Gbit/s). Both processes come to the same result.
 */
public final class Reachability {
  /** Where two addresses are as seen from each other, the nearest last. */
  public enum Distance {
    /** Another family, or loopback of another host. */
    NONE,
    /** One is private and the other is not: only a translation of addresses could help. */
    OTHER,
    /** Both public, or both private, in different subnets. */
    ROUTABLE,
    SAME_SUBNET,
    /** Loopback addresses of one host. */
    LOOPBACK
  }

  /**
   * Two addresses, one of each process.
   *
   * @param weight the higher the better
   * @param megabits what the slower one carries; 0 if that is not known
   */
  public record Pair(Address ours, Address theirs, Distance distance, long weight, int megabits) {}

  /** Between different and between same networks, as Open MPI weighs them. */
  private static final int[] PRIVATE_PERCENT = {50, 80};

  private static final int[] PUBLIC_PERCENT = {90, 100};

  /** More than any percentage of any speed. */
  private static final long DISTANCE_WEIGHT = 1L << 40;

  private Reachability() {}

  /**
   * The pairs by which messages can go, the best first.
   *
   * @param lower whether ours is the lower rank: of equals the first of the lower rank wins
   */
  public static List<Pair> pairs(TcpAddresses ours, TcpAddresses theirs, boolean lower) {
    boolean sameHost = ours.hostId().equals(theirs.hostId());
    List<Pair> pairs = new ArrayList<>();
    for (Address our : ours.addresses()) {
      for (Address their : theirs.addresses()) {
        Pair pair = pair(our, their, sameHost);
        // An address that both hosts have leads each of them to itself: that of docker0, perhaps.
        boolean toItself = !sameHost && (ours.has(their.address()) || theirs.has(our.address()));
        if (pair.distance() != Distance.NONE && !toItself) {
          pairs.add(pair);
        }
      }
    }
    // No comparators of the JDK's making: their classes are spun anew in the start of every rank.
    pairs.sort(
        new Comparator<>() {
          @Override
          public int compare(Pair one, Pair other) {
            int order = compareByWorth(one, other);
            return order != 0 ? order : compareByPlace(one, other, ours, theirs, lower);
          }
        });
    return pairs;
  }

  /** The better one is less. */
  private static int compareByWorth(Pair one, Pair other) {
    int order = Long.compare(other.weight(), one.weight());
    if (order == 0) {
      order = Integer.compare(difference(one), difference(other));
    }
    return order != 0 ? order : Boolean.compare(other.ours().isIpv4(), one.ours().isIpv4());
  }

  private static int difference(Pair pair) {
    return Math.abs(pair.ours().megabits() - pair.theirs().megabits());
  }

  /** By the places of their addresses in the list of the lower rank, then in that of the other. */
  private static int compareByPlace(
      Pair one, Pair other, TcpAddresses ours, TcpAddresses theirs, boolean lower) {
    int byOurs = comparePlaces(ours, one.ours(), other.ours());
    int byTheirs = comparePlaces(theirs, one.theirs(), other.theirs());
    int first = lower ? byOurs : byTheirs;
    return first != 0 ? first : lower ? byTheirs : byOurs;
  }

  private static int comparePlaces(TcpAddresses list, Address one, Address other) {
    return Integer.compare(list.addresses().indexOf(one), list.addresses().indexOf(other));
  }

  /** Two addresses, judged. */
  static Pair pair(Address ours, Address theirs, boolean sameHost) {
    Distance distance = distance(ours, theirs, sameHost);
    int megabits = Math.min(ours.megabits(), theirs.megabits());
    boolean bothPrivate = Subnets.isPrivate(ours.address()) && Subnets.isPrivate(theirs.address());
    int[] percents = bothPrivate ? PRIVATE_PERCENT : PUBLIC_PERCENT;
    long percent = percents[distance == Distance.SAME_SUBNET ? 1 : 0];
    long weight = distance.ordinal() * DISTANCE_WEIGHT + percent * Math.max(1, megabits);
    return new Pair(ours, theirs, distance, weight, megabits);
  }

  private static Distance distance(Address ours, Address theirs, boolean sameHost) {
    if (ours.isIpv4() != theirs.isIpv4() || ours.isLoopback() != theirs.isLoopback()) {
      return Distance.NONE;
    }
    if (ours.isLoopback()) {
      return sameHost ? Distance.LOOPBACK : Distance.NONE;
    }
    int bits = Math.max(ours.prefixBits(), theirs.prefixBits());
    if (Subnets.sharePrefix(ours.address(), theirs.address(), bits)) {
      return Distance.SAME_SUBNET;
    }
    return Subnets.isPrivate(ours.address()) == Subnets.isPrivate(theirs.address())
        ? Distance.ROUTABLE
        : Distance.OTHER;
  }
}
