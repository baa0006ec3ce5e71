package org.ob1j.pml.offload;

/** What has become of receives and messages where a transport matches tags. */
public final class OffloadCounts {
  long posted;
  long matchedInDevice;
  long matchedInSoftware;
  long refused;
  long heldBack;
  long takenBack;
  long late;

  /** Receives that the transport has taken. */
  public long posted() {
    return posted;
  }

  /** Messages that the transport has matched. */
  public long matchedInDevice() {
    return matchedInDevice;
  }

  /** Messages that the transport has passed on unmatched. */
  public long matchedInSoftware() {
    return matchedInSoftware;
  }

  /** Posts that the transport has refused: no room, not now, or not at all. */
  public long refused() {
    return refused;
  }

  /** Receives that were not posted at once. */
  public long heldBack() {
    return heldBack;
  }

  /**
   * Receives that the transport was asked to give back: cancelled, or matched by other messages.
   */
  public long cancelled() {
    return takenBack;
  }

  /** Those of them that it had matched before. */
  public long late() {
    return late;
  }

  /** All of them, as NAME=N, separated by blanks. */
  public String describe() {
    return "posted="
        + posted
        + " matched-in-device="
        + matchedInDevice
        + " matched-in-software="
        + matchedInSoftware
        + " refused="
        + refused
        + " held-back="
        + heldBack
        + " cancelled="
        + takenBack
        + " too-late="
        + late;
  }
}
