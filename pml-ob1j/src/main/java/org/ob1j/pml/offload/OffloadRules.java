package org.ob1j.pml.offload;

import org.ob1j.pml.match.PostedReceive;

/**
 * The two decisions without which a transport that matches tags would break MPI's order. Tests
 * leave one of them out and must then see the order broken.
 */
public interface OffloadRules {
  /** What MPI requires. */
  OffloadRules MPI =
      new OffloadRules() {
        @Override
        public boolean mustWait(PostedReceive newer, PostedReceive older) {
          return newer.overlaps(older);
        }

        @Override
        public boolean isTakenBack(PostedReceive receive) {
          return true;
        }
      };

  /**
   * Hold-back: whether a receive must not be given to the transport as long as an older one is
   * pending that the transport does not have.
   */
  boolean mustWait(PostedReceive newer, PostedReceive older);

  /**
   * Shadow check: whether a receive that the transport has is taken back when a message that it
   * matches comes by another way: told as unexpected before the receive was posted, or sent by a
   * process that is not reached by this transport.
   */
  boolean isTakenBack(PostedReceive receive);
}
