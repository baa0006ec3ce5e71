package org.ob1j.launcher.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ob1j.launcher.allocation.HostChoice.Share;
import org.ob1j.launcher.system.LaunchException;

/** Which host each rank of a job runs on. */
public final class HostMapping {
  /**
   * A host.
   *
   * @param slots how many ranks it is to run
   * @param maxSlots how many at most, even if it may be oversubscribed; 0: there is no limit
   * @param ranks how many it gets (-N, ppr); 0: that is not said
   */
  public record Node(String name, int slots, int maxSlots, int ranks) {}

  /**
   * A program.
   *
   * @param name for messages
   * @param ranks how many; 0: as many as there are slots
   * @param shares the hosts that it may use; none: all
   */
  public record Program(String name, int ranks, List<Share> shares) {}

  /** A rank's host and program. */
  public record Place(int host, int program) {}

  /**
   * What holds for all hosts.
   *
   * @param oversubscribe whether there may be more ranks than slots
   * @param source who says how many slots there are, for messages
   */
  public record Rules(HostPolicy policy, boolean oversubscribe, String source) {}

  private final List<Node> nodes;
  private final Rules rules;
  private final int[] used;

  private HostMapping(List<Node> nodes, Rules rules) {
    this.nodes = nodes;
    this.rules = rules;
    used = new int[nodes.size()];
  }

  /**
   * Maps the ranks of several programs, one program after the other.
   *
   * @return the places of the ranks by their numbers
   * @throws LaunchException if there are too few slots
   */
  public static List<Place> map(List<Node> nodes, List<Program> programs, Rules rules)
      throws LaunchException {
    HostMapping mapping = new HostMapping(nodes, rules);
    List<Place> places = new ArrayList<>();
    for (int program = 0; program < programs.size(); program++) {
      List<Share> shares = mapping.shares(programs.get(program));
      int[] counts = mapping.counts(programs.get(program), shares);
      mapping.number(program, shares, counts, places);
    }
    return places;
  }

  private List<Share> shares(Program program) {
    return program.shares().isEmpty()
        ? IntStream.range(0, nodes.size()).mapToObj(host -> new Share(host, 0)).toList()
        : program.shares();
  }

  /** How many ranks of a program each of its hosts gets. */
  private int[] counts(Program program, List<Share> shares) throws LaunchException {
    int[] free = shares.stream().mapToInt(this::free).toArray();
    int ranks = program.ranks() > 0 ? program.ranks() : asManyAsFit(shares, free);
    int[] counts = new int[shares.size()];
    int left = ranks;
    boolean enough = IntStream.of(free).asLongStream().sum() >= ranks;
    if (enough || !rules.policy().byNode()) {
      left = rules.policy().byNode() ? deal(left, counts, free) : fill(left, counts, free);
    }
    if (left > 0 && rules.oversubscribe()) {
      left = deal(left, counts, shares.stream().mapToInt(this::limit).toArray());
    }
    if (left > 0 || ranks == 0) {
      throw tooFew(program, ranks, shares, free);
    }
    for (int i = 0; i < counts.length; i++) {
      used[shares.get(i).host()] += counts[i];
    }
    return counts;
  }

  /** One host after the other; returns how many are left. */
  private static int fill(int ranks, int[] counts, int[] room) {
    int left = ranks;
    for (int i = 0; i < room.length; i++) {
      counts[i] = Math.min(left, room[i]);
      left -= counts[i];
    }
    return left;
  }

  /** One to each host in turn; returns how many are left. */
  private static int deal(int ranks, int[] counts, int[] room) {
    int left = ranks;
    boolean moved = true;
    while (left > 0 && moved) {
      moved = false;
      for (int i = 0; i < room.length && left > 0; i++) {
        if (counts[i] < room[i]) {
          counts[i]++;
          left--;
          moved = true;
        }
      }
    }
    return left;
  }

  private int asManyAsFit(List<Share> shares, int[] free) {
    long ranks = 0;
    for (int i = 0; i < free.length; i++) {
      int wanted = nodes.get(shares.get(i).host()).ranks();
      ranks += wanted > 0 ? wanted : free[i];
    }
    return (int) Math.min(ranks, Integer.MAX_VALUE);
  }

  /** How many more ranks fit on a host. */
  private int free(Share share) {
    Node node = nodes.get(share.host());
    int slots = Math.max(0, node.slots() - used[share.host()]);
    int its = share.slots() == 0 ? slots : Math.min(slots, share.slots());
    return Math.min(its, limit(share));
  }

  /** How many more ranks a host takes if there may be more than slots. */
  private int limit(Share share) {
    Node node = nodes.get(share.host());
    int most = node.maxSlots() == 0 ? Integer.MAX_VALUE : node.maxSlots();
    int wanted = node.ranks() == 0 ? Integer.MAX_VALUE : node.ranks();
    return Math.max(0, Math.min(most, wanted) - used[share.host()]);
  }

  private void number(int program, List<Share> shares, int[] counts, List<Place> places) {
    if (!rules.policy().rankByNode()) {
      for (int i = 0; i < counts.length; i++) {
        for (int rank = 0; rank < counts[i]; rank++) {
          places.add(new Place(shares.get(i).host(), program));
        }
      }
      return;
    }
    int most = IntStream.of(counts).max().orElse(0);
    for (int turn = 0; turn < most; turn++) {
      for (int i = 0; i < counts.length; i++) {
        if (turn < counts[i]) {
          places.add(new Place(shares.get(i).host(), program));
        }
      }
    }
  }

  private LaunchException tooFew(Program program, int ranks, List<Share> shares, int[] free) {
    long slots = IntStream.of(free).asLongStream().sum();
    String hosts =
        IntStream.range(0, free.length)
            .limit(10)
            .mapToObj(i -> nodes.get(shares.get(i).host()).name() + ": " + free[i])
            .collect(Collectors.joining(", ", "", free.length > 10 ? ", ..." : ""));
    long most = shares.stream().mapToLong(this::limit).sum();
    boolean capped = most < ranks;
    return LaunchException.usage(
        "There are not enough slots: "
            + ranks
            + " ranks of "
            + program.name()
            + " need as many, and "
            + rules.source()
            + " has "
            + slots
            + " ("
            + hosts
            + ")"
            + (capped
                ? "; max_slots, -N or ppr allow no more than " + most
                : "; --oversubscribe starts more ranks than there are slots"));
  }
}
