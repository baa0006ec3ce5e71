package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/**
 * What a hostfile says: on each line a host, with {@code slots=4 max_slots=8}, or {@code host:4} as
 * MPICH writes it. What follows a # or // is left out.
 *
 * @param file its name
 * @param hosts in their order, each as often as it has a line
 * @param excluded hosts that are not to be used: {@code ^host}
 */
record Hostfile(String file, List<Mention> hosts, List<String> excluded) {
  private static final Pattern SLOTS = Pattern.compile("slots|cpus?|count");

  private static final Pattern MAX_SLOTS =
      Pattern.compile("(slots|cpus?|count)[-_]max|max[-_](slots|cpus?|count)");

  private static final Pattern USER = Pattern.compile("user|user[-_]?name");

  /** What Open MPI reads there and mpirun need not know: hosts tell it themselves. */
  private static final Pattern IGNORED =
      Pattern.compile("boards|sockets([-_]per[-_]board)?|cores([-_]per[-_]socket)?");

  /**
   * Reads a file that is named somewhere: one without any host is a mistake.
   *
   * @param named what names the file
   */
  static Hostfile read(String named, String file, Site site) throws LaunchException {
    List<String> lines = site.lines(named, file);
    Hostfile read = new Hostfile(file, new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("(#|//).*", "").trim();
      if (!line.isEmpty()) {
        read.readLine(file + " line " + (i + 1), line);
      }
    }
    if (read.hosts.isEmpty() && read.excluded.isEmpty()) {
      throw new LaunchException(
          ExitCodes.USAGE,
          named
              + " names the file '"
              + file
              + "', in which there is no host. No rank is started on this host instead");
    }
    return read;
  }

  private void readLine(String place, String line) throws LaunchException {
    String[] words = line.replaceAll("\\s*=\\s*", "=").split("\\s+");
    if (words[0].startsWith("^")) {
      excluded.add(Mention.parse(place, words[0].substring(1)).name());
      return;
    }
    Mention host = Mention.parse(place, words[0]);
    for (int i = 1; i < words.length; i++) {
      host = with(host, place, words[i]);
    }
    if (host.maxSlots() > 0 && host.slots() > host.maxSlots()) {
      throw LaunchException.usage(
          place
              + ": max_slots is "
              + host.maxSlots()
              + "; it must be at least "
              + host.slots()
              + ", the slots of "
              + host.name());
    }
    hosts.add(host);
  }

  private static Mention with(Mention host, String place, String word) throws LaunchException {
    int equals = word.indexOf('=');
    String key = equals < 0 ? word : word.substring(0, equals);
    String value = word.substring(equals + 1);
    if (equals > 0 && SLOTS.matcher(key).matches()) {
      return host.with(null, Mention.count(place, word, value), host.maxSlots());
    }
    if (equals > 0 && MAX_SLOTS.matcher(key).matches()) {
      return host.with(null, host.slots(), Mention.count(place, word, value));
    }
    if (equals > 0 && USER.matcher(key).matches()) {
      return Mention.parse(place, value + "@" + host.name())
          .with(null, host.slots(), host.maxSlots());
    }
    if (equals > 0 && IGNORED.matcher(key).matches()) {
      return host;
    }
    throw LaunchException.usage(
        place
            + " has '"
            + word
            + "'; after a host there may be slots=N, max_slots=N and user=NAME"
            + (key.equals("port") ? " (a port goes into --mca plm_rsh_args '-p PORT')" : ""));
  }
}
