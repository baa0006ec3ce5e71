package org.ob1j.os;

import org.ob1j.runtime.datatype.NativeBlockCopy;
import org.ob1j.runtime.parameter.ParameterSet;

/** Copies blocks by the native library. */
public final class NativeLoops extends NativeCode implements NativeBlockCopy {
  /** For {@link java.util.ServiceLoader}. */
  public NativeLoops() {}

  @Override
  String refusal(ParameterSet parameters) {
    return null;
  }

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
    Native.copyBlocks(
        target, targetPlaces, targetStep, source, sourcePlaces, sourceStep, blocks, blockBytes);
  }
}
