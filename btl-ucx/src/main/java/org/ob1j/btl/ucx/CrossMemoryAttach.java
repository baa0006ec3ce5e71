package org.ob1j.btl.ucx;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.SingleCopy;

/**
 * Reads and writes peers' memory by Linux's process_vm_readv and process_vm_writev, which their
 * makers call cross memory attach.
 */
public final class CrossMemoryAttach extends NativeCode implements SingleCopy {
  private final BufferAddresses addresses = new BufferAddresses();

  /** Known to be; to ask takes a lock. */
  private boolean available;

  @Override
  String probe() {
    ByteBuffer text = NativeLibrary.newText();
    return Shim.ob1j_single_copy_probe(text, text.capacity()) == 0
        ? null
        : NativeLibrary.read(text);
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    checkAvailable();
    checkDirect(memory);
    return addresses.of(memory);
  }

  @Override
  public void read(
      long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes) {
    checkAvailable();
    checkDirect(target);
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target is read-only");
    }
    Objects.checkFromIndexSize(targetOffset, lengthBytes, target.capacity());
    int error =
        Shim.ob1j_single_copy_read(
            processId, address, addresses.of(target) + targetOffset, lengthBytes);
    Reference.reachabilityFence(target);
    check(error, "read", processId, address, lengthBytes);
  }

  @Override
  public void write(
      long processId, long address, ByteBuffer source, int sourceOffset, int lengthBytes) {
    checkAvailable();
    checkDirect(source);
    Objects.checkFromIndexSize(sourceOffset, lengthBytes, source.capacity());
    int error =
        Shim.ob1j_single_copy_write(
            processId, address, addresses.of(source) + sourceOffset, lengthBytes);
    Reference.reachabilityFence(source);
    check(error, "write", processId, address, lengthBytes);
  }

  private static void check(int error, String what, long processId, long address, int lengthBytes) {
    if (error != 0) {
      throw new BtlException(
          String.format(
              "process %d: cannot %s %d bytes at 0x%x: %s",
              processId, what, lengthBytes, address, text(error)));
    }
  }

  @Override
  public long readNanos(int lengthBytes) {
    checkAvailable();
    long nanos = Shim.ob1j_single_copy_nanos(lengthBytes);
    if (nanos < 0) {
      throw new BtlException(
          "cannot read " + lengthBytes + " bytes of this process: " + text((int) -nanos));
    }
    return nanos;
  }

  private void checkAvailable() {
    if (available) {
      return;
    }
    String unavailable = unavailableReason();
    if (unavailable != null) {
      throw new BtlException("single copy cannot be used: " + unavailable);
    }
    available = true;
  }
}
