package org.ob1j.launcher.allocation;

/** Who says which hosts there are. */
public enum Manager {
  /** Nobody: there is this host, and any number of ranks may run on it. */
  NOBODY("nothing"),

  /** The user, by a list or a file. */
  USER("the user"),
  SLURM("Slurm"),
  PBS("PBS"),
  GRID_ENGINE("Grid Engine"),
  LSF("LSF");

  private final String title;

  Manager(String title) {
    this.title = title;
  }

  /** How messages call it. */
  public String title() {
    return title;
  }

  /** Whether it is a scheduler, outside whose hosts nothing may run. */
  public boolean isScheduler() {
    return this != NOBODY && this != USER;
  }
}
