package org.ob1j.btl.ucx.frame;

import org.ob1j.btl.Frame;

/** A frame in a block. */
public final class UcxFrame extends Frame {
  private Block block;

  public Block block() {
    return block;
  }

  /** A store of a reference into an old object is not cheap. */
  public void setBlock(Block newBlock) {
    if (block != newBlock) {
      block = newBlock;
    }
  }
}
