package org.ob1j.launcher.allocation.engine;

import java.util.List;

/** What starts ob1j on the hosts of a job. */
public enum EngineKind {
  /** Nothing has to: all ranks run on this host. */
  LOCAL(List.of("isolated", "local")),
  SSH(List.of("ssh", "rsh", "tm")),
  SLURM(List.of("slurm")),
  GRID_ENGINE(List.of("sge", "gridengine")),
  LSF(List.of("lsf"));

  private final List<String> names;

  EngineKind(List<String> names) {
    this.names = names;
  }

  /** What parameter plm calls it; the first name is ob1j's own. */
  List<String> names() {
    return names;
  }
}
