package org.ob1j.bml;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlModule;

/** What the user gets to know of transports that do not reach a peer. */
final class Unreached {
  private final int rank;
  private boolean warns;

  /**
   * For one process.
   *
   * @param warns whether it prints a line, once, if it does not reach a peer by all transports
   */
  Unreached(int rank, boolean warns) {
    this.rank = rank;
    this.warns = warns;
  }

  /** No transport reaches a peer. */
  BmlException failure(int peer, List<BtlModule> modules) {
    return new BmlException(
        "rank "
            + rank
            + " cannot reach rank "
            + peer
            + " by any of ["
            + describe(peer, modules)
            + "]; allow another transport with --mca btl");
  }

  /**
   * A transport reaches a peer; those that do not, and would have been preferred or used beside it,
   * are worth a line. The others are not asked: they would prepare for a peer that they are not
   * used for.
   */
  void warn(int peer, List<BtlModule> modules, Rails found) {
    if (!warns) {
      return;
    }
    int exclusivity = found.first().attributes().exclusivity();
    List<BtlModule> others = new ArrayList<>();
    for (BtlModule module : modules) {
      if (module.attributes().exclusivity() >= exclusivity
          && module.endpoint(peer) == null
          && module.whyUnreachable(peer) != null) {
        others.add(module);
      }
    }
    if (!others.isEmpty()) {
      warns = false;
      System.err.println(
          "ob1j: rank "
              + rank
              + " reaches rank "
              + peer
              + ", and maybe others, without "
              + describe(peer, others)
              + "; --mca "
              + BmlParameters.WARN_UNUSED.name()
              + " 0 silences this");
    }
  }

  private static String describe(int peer, List<BtlModule> modules) {
    List<String> each = new ArrayList<>();
    for (BtlModule module : modules) {
      String reason = module.whyUnreachable(peer);
      each.add(module.name() + (reason == null ? "" : " (" + reason + ")"));
    }
    return String.join(", ", each);
  }
}
