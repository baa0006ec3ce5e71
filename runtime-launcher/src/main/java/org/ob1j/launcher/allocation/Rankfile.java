package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.system.LaunchException;

/**
 * What a rankfile says: {@code rank 3=host slot=0:1-2}, a line for each rank.
 *
 * @param file its name
 * @param lines what is said of each rank
 */
public record Rankfile(String file, Map<Integer, Line> lines) {
  /**
   * Where a rank runs.
   *
   * @param user who logs in there, or null
   * @param host the host as it is written: a name, or +n and the place of a host that is given
   * @param slots the CPUs there: cores, socket:cores, several with a semicolon between; null: any
   */
  public record Line(String user, String host, String slots) {}

  private static final Pattern LINE =
      Pattern.compile(
          "rank\\s*([0-9]{1,6})\\s*=\\s*(\\S+?)(?:\\s+slots?\\s*=\\s*(\\S+(?:\\s*[;,]\\s*\\S+)*))?");

  private static final Pattern NUMBERS =
      Pattern.compile("[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*");

  /** Reads a rankfile. */
  public static Rankfile read(String file, Site site) throws LaunchException {
    Map<Integer, Line> ranks = new TreeMap<>();
    List<String> lines = site.lines("--rankfile", file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("(#|//).*", "").trim();
      if (!line.isEmpty()) {
        readLine(file + " line " + (i + 1), line, ranks);
      }
    }
    if (ranks.isEmpty()) {
      throw LaunchException.usage("--rankfile " + file + " places no rank");
    }
    return new Rankfile(file, ranks);
  }

  private static void readLine(String place, String line, Map<Integer, Line> ranks)
      throws LaunchException {
    Matcher words = LINE.matcher(line);
    if (!words.matches()) {
      throw LaunchException.usage(
          place + " is '" + line + "'; it must be as in rank 0=host slot=0:1-2");
    }
    String slots = words.group(3) == null ? null : words.group(3).replaceAll("\\s", "");
    if (slots != null) {
      checkSlots(place, slots);
    }
    String host = words.group(2);
    String user = null;
    if (!host.matches("\\+[nN][0-9]{1,6}")) {
      Mention mention = Mention.parse(place, host);
      host = mention.name();
      user = mention.user();
    }
    int rank = Integer.parseInt(words.group(1));
    if (ranks.put(rank, new Line(user, host, slots)) != null) {
      throw LaunchException.usage(place + " places rank " + rank + " a second time");
    }
  }

  private static void checkSlots(String place, String slots) throws LaunchException {
    for (String part : slots.split(";", -1)) {
      int colon = part.indexOf(':');
      String cores = part.substring(colon + 1);
      boolean isSocket = colon < 0 || part.substring(0, colon).matches("[0-9]{1,5}");
      if (!isSocket || !cores.equals("*") && !NUMBERS.matcher(cores).matches()) {
        throw LaunchException.usage(
            place
                + " has slot="
                + slots
                + "; it must be cores such as 0-2,5, or SOCKET:CORES or SOCKET:*, and several of"
                + " these with a semicolon between");
      }
    }
  }

  /**
   * The place in an allocation of the host of each rank.
   *
   * @throws LaunchException if the allocation does not have a host
   */
  public Map<Integer, Integer> places(Allocation allocation, ThisHost me) throws LaunchException {
    Map<String, Integer> known = new HashMap<>();
    for (int i = 0; i < allocation.hosts().size(); i++) {
      known.put(allocation.hosts().get(i).name(), i);
    }
    List<String> others =
        lines.values().stream()
            .map(Line::host)
            .filter(host -> !host.startsWith("+") && !known.containsKey(host))
            .distinct()
            .toList();
    HostTable names = new HostTable(me, others.isEmpty() ? Set.of() : me.among(others), 0);
    Map<Integer, Integer> places = new TreeMap<>();
    for (Map.Entry<Integer, Line> line : lines.entrySet()) {
      String host = line.getValue().host();
      boolean isNumber = host.startsWith("+");
      Integer place =
          isNumber
              ? Integer.valueOf(host.substring(2))
              : known.get(allocation.nameOf(names.nameOf(host)));
      if (place == null || place >= allocation.hosts().size()) {
        throw LaunchException.usage(
            "--rankfile "
                + file
                + " puts rank "
                + line.getKey()
                + " on "
                + host
                + ", which is not among the hosts of "
                + allocation.source()
                + ": "
                + allocation.names());
      }
      places.put(line.getKey(), place);
    }
    return places;
  }

  /** The hosts that it names, each as often as it has ranks. */
  List<Mention> hosts() {
    List<Mention> hosts = new ArrayList<>();
    lines.values().forEach(line -> hosts.add(new Mention(line.user(), line.host(), 1)));
    return hosts;
  }
}
