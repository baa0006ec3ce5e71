package org.ob1j.launcher.allocation;

/**
 * A host that a job may use.
 *
 * @param name as the list that has it calls it; this host by its own name
 * @param user who logs in there; null: nobody is named
 * @param slots how many ranks it is to run; 0: as many as it has cores
 * @param maxSlots how many it runs at most, even if it may be oversubscribed; 0: there is no limit
 * @param local whether it is the host that mpirun runs on
 */
public record Host(String name, String user, int slots, int maxSlots, boolean local) {
  /** A host other than this one, on which nobody is named to log in. */
  public static Host of(String name, int slots, int maxSlots) {
    return new Host(name, null, slots, maxSlots, false);
  }

  /** What ssh takes for it. */
  public String target() {
    return user == null ? name : user + "@" + name;
  }

  /** Whether it has as many slots as cores, which only the host itself knows. */
  public boolean slotsAreCores() {
    return slots == 0;
  }
}
