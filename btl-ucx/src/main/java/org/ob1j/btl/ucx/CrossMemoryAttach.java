package org.ob1j.btl.ucx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.SingleCopy;

/**
 * Reads peers' memory by Linux's process_vm_readv, which its makers call cross memory attach. The
 * native library is loaded when it is first asked whether it can be used: that takes 0.1 seconds,
 * which a rank that does not need it must not pay.
 */
public final class CrossMemoryAttach implements SingleCopy {
  private static final String LIBRARY_FOLDER = "org/ob1j/btl/ucx/linux-x86_64/";
  private static final int TEXT_BYTES = 256;

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
    String missing = missing(libraries);
    if (missing != null) {
      return "no native library: " + missing;
    }
    try {
      int version = Shim.ob1j_interface_version();
      if (version != Shim.OB1J_INTERFACE_VERSION) {
        return String.format(
            "the native library has interface %d, its classes have %d; use jars of one version",
            version, Shim.OB1J_INTERFACE_VERSION);
      }
      ByteBuffer text = ByteBuffer.allocateDirect(TEXT_BYTES);
      return Shim.ob1j_single_copy_probe(text, TEXT_BYTES) == 0 ? null : read(text);
    } catch (LinkageError notLoaded) {
      return "the native library cannot be loaded: " + rootOf(notLoaded).getMessage();
    }
  }

  /** Why there is no library, found out without JavaCPP; null if there is one. */
  static String missing(ClassLoader libraries) {
    if (libraries.getResource(LIBRARY_FOLDER + "libjniob1j.so") != null) {
      return null;
    }
    try (InputStream why = libraries.getResourceAsStream(LIBRARY_FOLDER + "missing.txt")) {
      return why == null
          ? "the jar btl-ucx-VERSION-linux-x86_64 is not on the class path"
          : new String(why.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String read(ByteBuffer text) {
    int length = 0;
    while (length < text.capacity() && text.get(length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    text.get(0, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
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
    ByteBuffer text = ByteBuffer.allocateDirect(TEXT_BYTES);
    Shim.ob1j_error_text(error, text, TEXT_BYTES);
    return read(text);
  }
}
