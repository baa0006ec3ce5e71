package org.ob1j.os;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Reads and writes peers' memory by Linux's process_vm_readv and process_vm_writev, which their
 * makers call cross memory attach.
 */
public final class CrossMemoryAttach extends NativeCode implements SingleCopy {
  /** For {@link java.util.ServiceLoader}. */
  public CrossMemoryAttach() {}

  @Override
  String refusal(ParameterSet parameters) {
    return Native.probeSingleCopy(parameters.get(NativeParameters.PEERS_MAY_READ));
  }

  @Override
  public void read(
      long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target is read-only");
    }
    Objects.checkFromIndexSize(targetOffset, lengthBytes, target.capacity());
    int error = Native.read(processId, address, addressOf(target) + targetOffset, lengthBytes);
    Reference.reachabilityFence(target);
    check(error, "read", processId, address, lengthBytes);
  }

  @Override
  public void write(
      long processId, long address, ByteBuffer source, int sourceOffset, int lengthBytes) {
    Objects.checkFromIndexSize(sourceOffset, lengthBytes, source.capacity());
    int error = Native.write(processId, address, addressOf(source) + sourceOffset, lengthBytes);
    Reference.reachabilityFence(source);
    check(error, "write", processId, address, lengthBytes);
  }

  private static void check(int error, String what, long processId, long address, int lengthBytes) {
    if (error != 0) {
      throw new BtlException(
          String.format(
              "process %d: cannot %s %d bytes at 0x%x: %s",
              processId, what, lengthBytes, address, Native.errorText(error)));
    }
  }

  @Override
  public long readNanos(int lengthBytes) {
    long nanos = Native.readNanos(lengthBytes);
    if (nanos < 0) {
      throw new BtlException(
          "cannot read "
              + lengthBytes
              + " bytes of this process: "
              + Native.errorText((int) -nanos));
    }
    return nanos;
  }
}
