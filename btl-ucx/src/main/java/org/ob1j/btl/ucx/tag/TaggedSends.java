package org.ob1j.btl.ucx.tag;

import org.ob1j.btl.ucx.frame.Block;

/** By what tagged messages are sent to one peer: its endpoint. */
public interface TaggedSends {
  /** Memory for a tagged message; null if it cannot go now. */
  Block takeForTagged(int lengthBytes);

  /** Sends what has been written there. */
  void sendTagged(Block block, int lengthBytes, long tag);
}
