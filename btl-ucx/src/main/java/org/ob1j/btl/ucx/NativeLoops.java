package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import org.ob1j.runtime.datatype.NativeBlockCopy;

/** Copies blocks by the native library, which is loaded when it is first asked whether it can. */
public final class NativeLoops implements NativeBlockCopy {
  private boolean probed;
  private String reason;

  @Override
  public synchronized String unavailableReason() {
    if (!probed) {
      reason = NativeLibrary.unavailableReason(NativeLoops.class.getClassLoader());
      probed = true;
    }
    return reason;
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    if (!memory.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct, so it has no address");
    }
    return NativeLibrary.addressOf(memory);
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
    Shim.ob1j_copy_blocks(
        target, targetPlaces, targetStep, source, sourcePlaces, sourceStep, blocks, blockBytes);
  }
}
