package org.ob1j.btl;

/**
 * Whether a peer runs on a far core: in another part of the processor than this process, or on
 * another processor. A transport over shared memory looks now and then, as processes are moved from
 * core to core, and one look may have been interrupted, so two in a row decide.
 *
 * <pre>
 *          two looks in a row say far
 *        ┌────────────────────────────┐
 *   NEAR ┘                            └► FAR
 *        ◄────────────────────────────┘
 *          two looks in a row say near
 * </pre>
 *
 * <p>For one thread at a time.
 */
public final class FarPeer {
  private boolean far;

  /** What the last look said, if not the same as the looks before. */
  private boolean doubted;

  /**
   * @param far what holds until two looks say otherwise
   */
  public FarPeer(boolean far) {
    this.far = far;
  }

  /**
   * Takes what a look has said.
   *
   * @param looksFar whether the peer looked far
   */
  public void looked(boolean looksFar) {
    if (looksFar == far) {
      doubted = false;
    } else if (doubted) {
      far = looksFar;
      doubted = false;
    } else {
      doubted = true;
    }
  }

  /** Whether the peer is far. */
  public boolean isFar() {
    return far;
  }

  /** Whether the last look said otherwise, so that the next one should come soon. */
  public boolean isInDoubt() {
    return doubted;
  }
}
