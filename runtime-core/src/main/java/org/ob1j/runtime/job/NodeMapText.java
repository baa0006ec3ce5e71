package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.List;

/**
 * A {@link NodeMap} as text, read and written, and made short. Each rank reads one when it starts,
 * so there is no pattern and no stream here.
 *
 * <pre>
 *   map      part , part …
 *   part     run   or   ( run , run … ) * repeats
 *   run      node   or   first - last   and then, unless it is 1, * ranks on each
 * </pre>
 */
final class NodeMapText {
  /** Nine digits always are an int. */
  private static final int MAX_DIGITS = 9;

  /** What is repeated has so many runs at most. */
  private static final int MAX_PERIOD = 16;

  private static final int NONE = -1;

  private final String text;
  private int at;

  private NodeMapText(String text) {
    this.text = text;
  }

  /**
   * Reads a map.
   *
   * @throws IllegalArgumentException saying what it must be
   */
  static NodeMap read(String text, int size) {
    List<NodeMap.Repeated> layout = new NodeMapText(text).parts();
    if (layout == null || !hasRanks(layout, size)) {
      throw wrong(size, null);
    }
    try {
      return new NodeMap(layout);
    } catch (IllegalArgumentException impossible) {
      throw wrong(size, impossible);
    }
  }

  /** Told first: nothing is made for more ranks than there are. */
  private static boolean hasRanks(List<NodeMap.Repeated> layout, int size) {
    long left = size;
    for (NodeMap.Repeated part : layout) {
      for (NodeMap.Run run : part.runs()) {
        long most = left / part.repeats();
        if (run.ranks() > most) {
          return false;
        }
        left -= run.ranks() * part.repeats();
      }
    }
    return left == 0;
  }

  private static IllegalArgumentException wrong(int size, IllegalArgumentException cause) {
    String right =
        "the nodes of "
            + size
            + " ranks, from 0 on and none left out, such as 0*4,1*4 or, round robin, (0-3)*2";
    return new IllegalArgumentException(
        cause == null ? right : right + " (" + cause.getMessage() + ")", cause);
  }

  /** The whole text; null if it is wrong. */
  private List<NodeMap.Repeated> parts() {
    List<NodeMap.Repeated> parts = new ArrayList<>();
    List<NodeMap.Run> single = new ArrayList<>();
    do {
      if (isNext('(')) {
        add(parts, single);
        single = new ArrayList<>();
        NodeMap.Repeated repeated = repeated();
        if (repeated == null) {
          return null;
        }
        parts.add(repeated);
      } else if (!addRun(single)) {
        return null;
      }
    } while (isNext(','));
    add(parts, single);
    return at == text.length() ? parts : null;
  }

  private static void add(List<NodeMap.Repeated> parts, List<NodeMap.Run> runs) {
    if (!runs.isEmpty()) {
      parts.add(new NodeMap.Repeated(runs, 1));
    }
  }

  /** What follows a parenthesis; null if it is wrong. */
  private NodeMap.Repeated repeated() {
    List<NodeMap.Run> runs = new ArrayList<>();
    do {
      if (!addRun(runs)) {
        return null;
      }
    } while (isNext(','));
    int repeats = isNext(')') && isNext('*') ? number() : NONE;
    return repeats >= 1 ? new NodeMap.Repeated(runs, repeats) : null;
  }

  private boolean addRun(List<NodeMap.Run> runs) {
    int first = number();
    int last = isNext('-') ? number() : first;
    int each = isNext('*') ? number() : 1;
    boolean right = first != NONE && last >= first && each >= 1;
    if (right) {
      runs.add(new NodeMap.Run(first, last - first + 1, each));
    }
    return right;
  }

  private boolean isNext(char c) {
    boolean is = at < text.length() && text.charAt(at) == c;
    at += is ? 1 : 0;
    return is;
  }

  private int number() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    int digits = at - begin;
    return digits == 0 || digits > MAX_DIGITS ? NONE : Integer.parseInt(text, begin, at, 10);
  }

  /** Writes runs, and how often they are repeated. */
  static void write(List<NodeMap.Run> runs, int repeats, StringBuilder text) {
    text.append(repeats == 1 ? "" : "(");
    for (int i = 0; i < runs.size(); i++) {
      NodeMap.Run run = runs.get(i);
      text.append(i == 0 ? "" : ",").append(run.firstNode());
      if (run.nodes() > 1) {
        text.append('-').append(run.lastNode());
      }
      if (run.each() > 1) {
        text.append('*').append(run.each());
      }
    }
    if (repeats != 1) {
      text.append(")*").append(repeats);
    }
  }

  /** Finds what is repeated. */
  static List<NodeMap.Repeated> compressed(int[] nodeOfRank) {
    List<NodeMap.Run> runs = runs(nodeOfRank);
    List<NodeMap.Repeated> parts = new ArrayList<>();
    List<NodeMap.Run> single = new ArrayList<>();
    int next = 0;
    while (next < runs.size()) {
      int period = bestPeriod(runs, next);
      if (period == 0) {
        single.add(runs.get(next++));
        continue;
      }
      add(parts, single);
      single = new ArrayList<>();
      int repeats = repeats(runs, next, period);
      parts.add(new NodeMap.Repeated(List.copyOf(runs.subList(next, next + period)), repeats));
      next += period * repeats;
    }
    add(parts, single);
    return parts;
  }

  /** How many runs are repeated from there on, so that most is said at once; 0 if none are. */
  private static int bestPeriod(List<NodeMap.Run> runs, int begin) {
    int best = 0;
    int most = 0;
    for (int period = 1; period <= MAX_PERIOD; period++) {
      int repeats = repeats(runs, begin, period);
      if (repeats > 1 && period * repeats > most) {
        best = period;
        most = period * repeats;
      }
    }
    return best;
  }

  private static int repeats(List<NodeMap.Run> runs, int begin, int period) {
    int same = begin;
    while (same + period < runs.size() && runs.get(same).equals(runs.get(same + period))) {
      same++;
    }
    return 1 + (same - begin) / period;
  }

  /** Ranks that follow each other on a node, and such nodes that follow each other. */
  private static List<NodeMap.Run> runs(int[] nodeOfRank) {
    List<NodeMap.Run> runs = new ArrayList<>();
    int begin = 0;
    while (begin < nodeOfRank.length) {
      int end = begin + 1;
      while (end < nodeOfRank.length && nodeOfRank[end] == nodeOfRank[begin]) {
        end++;
      }
      append(runs, nodeOfRank[begin], end - begin);
      begin = end;
    }
    return runs;
  }

  private static void append(List<NodeMap.Run> runs, int node, int ranks) {
    NodeMap.Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    if (last != null && last.each() == ranks && last.lastNode() == node - 1) {
      runs.set(runs.size() - 1, new NodeMap.Run(last.firstNode(), last.nodes() + 1, ranks));
    } else {
      runs.add(new NodeMap.Run(node, 1, ranks));
    }
  }
}
