package org.ob1j.btl.ucx;

import org.ob1j.runtime.datatype.NativeBlockCopy;

/** Copies blocks by the native library. */
public final class NativeLoops extends NativeCode implements NativeBlockCopy {
  @Override
  public void copy(
      long target,
      long targetPlaces,
      long targetStep,
      long source,
      long sourcePlaces,
      long sourceStep,
      int blocks,
      int blockBytes) {
    Shim.ob1j_copy_blocks(
        target, targetPlaces, targetStep, source, sourcePlaces, sourceStep, blocks, blockBytes);
  }
}
