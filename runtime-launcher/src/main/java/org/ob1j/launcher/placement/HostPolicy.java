package org.ob1j.launcher.placement;

import java.util.Locale;
import org.ob1j.launcher.option.GivenOptions;

/**
 * In what order ranks go round the hosts of a job.
 *
 * @param byNode whether each goes to the next host; else they fill one host after the other
 * @param rankByNode whether they are numbered so, once all have their hosts
 * @param sequential whether the user wants a rank for each line of the hostfile
 */
public record HostPolicy(boolean byNode, boolean rankByNode, boolean sequential) {
  /** What the options of one command line say; {@link Mapping} has checked their words. */
  public static HostPolicy read(GivenOptions given) {
    String mapBy = given.word("--map-by", "").toLowerCase(Locale.ROOT);
    String rankBy = given.word("--rank-by", "").toLowerCase(Locale.ROOT);
    boolean node = mapBy.isEmpty() ? given.has("--bynode") : isWord(mapBy, "node");
    boolean span = !mapBy.isEmpty() && mapBy.matches(".*[:,]span\\b.*");
    boolean rankByNode = rankBy.isEmpty() ? node : isWord(rankBy, "node");
    return new HostPolicy(node || span, rankByNode, isWord(mapBy, "seq"));
  }

  private static boolean isWord(String value, String word) {
    return !value.isEmpty() && value.split("[:,]", 2)[0].equals(word);
  }
}
