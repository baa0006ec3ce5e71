package org.ob1j.btl.ucx;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.SingleCopy;

/**
 * Reads peers' memory by Linux's process_vm_readv, which its makers call cross memory attach. The
 * native library is loaded when it is first asked whether it can be used: that takes 0.1 seconds,
 * which a rank that does not need it must not pay.
 */
public final class CrossMemoryAttach implements SingleCopy {
  private boolean probed;
  private String reason;

  @Override
  public synchronized String unavailableReason() {
    if (!probed) {
      reason = probe(CrossMemoryAttach.class.getClassLoader());
      probed = true;
    }
    return reason;
  }

  private static String probe(ClassLoader libraries) {
    String unavailable = NativeLibrary.unavailableReason(libraries);
    if (unavailable != null) {
      return unavailable;
    }
    ByteBuffer text = NativeLibrary.newText();
    return Shim.ob1j_single_copy_probe(text, text.capacity()) == 0
        ? null
        : NativeLibrary.read(text);
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    checkAvailable();
    checkDirect(memory);
    return Shim.ob1j_address_of(whole(memory));
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
        Shim.ob1j_single_copy_read(processId, address, whole(target), targetOffset, lengthBytes);
    if (error != 0) {
      throw new BtlException(
          String.format(
              "process %d: cannot read %d bytes at 0x%x: %s",
              processId, lengthBytes, address, text(error)));
    }
  }

  private void checkAvailable() {
    String unavailable = unavailableReason();
    if (unavailable != null) {
      throw new BtlException("single copy cannot be used: " + unavailable);
    }
  }

  private static void checkDirect(ByteBuffer memory) {
    if (!memory.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct, so it has no address");
    }
  }

  /** JavaCPP passes what is from a buffer's position on. */
  private static ByteBuffer whole(ByteBuffer memory) {
    return memory.duplicate().clear();
  }

  private static String text(int error) {
    ByteBuffer text = NativeLibrary.newText();
    Shim.ob1j_error_text(error, text, text.capacity());
    return NativeLibrary.read(text);
  }
}
