package org.ob1j.btl.ucx;

import org.ob1j.btl.StreamingCopy;

/** Writes past the caches by the native library. */
public final class NativeStreams extends NativeCode implements StreamingCopy {
  @Override
  public void copy(long target, long source, int lengthBytes) {
    Shim.ob1j_stream(target, source, lengthBytes);
  }
}
