package org.ob1j.btl.ucx.shim;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The library behind class Shim: whether it is there, found out without JavaCPP, which takes 0.1
 * seconds to load it.
 */
public final class NativeLibrary {
  /** Room for what the library writes to explain something. */
  static final int TEXT_BYTES = 1024;

  private static final String FOLDER = "org/ob1j/btl/ucx/shim/linux-x86_64/";

  private NativeLibrary() {}

  /** Loads the library; returns why it cannot be used, or null. */
  public static String unavailableReason(ClassLoader libraries) {
    String missing = missing(libraries);
    if (missing != null) {
      return "no native library: " + missing;
    }
    try {
      int version = Shim.ob1j_interface_version();
      return version == Shim.OB1J_INTERFACE_VERSION
          ? null
          : String.format(
              "the native library has interface %d, its classes have %d; use jars of one version",
              version, Shim.OB1J_INTERFACE_VERSION);
    } catch (LinkageError notLoaded) {
      return "the native library cannot be loaded: " + rootOf(notLoaded).getMessage();
    }
  }

  /** Why there is no library; null if there is one. */
  static String missing(ClassLoader libraries) {
    if (libraries.getResource(FOLDER + "libjniob1j.so") != null) {
      return null;
    }
    try (InputStream why = libraries.getResourceAsStream(FOLDER + "missing.txt")) {
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

  /** Room for a text. */
  public static ByteBuffer newText() {
    return ByteBuffer.allocateDirect(TEXT_BYTES);
  }

  /** What the library has written. */
  public static String read(ByteBuffer text) {
    int length = 0;
    while (length < text.capacity() && text.get(length) != 0) {
      length++;
    }
    byte[] bytes = new byte[length];
    text.get(0, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A text as the library reads it. */
  public static ByteBuffer write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocateDirect(bytes.length + 1).put(0, bytes);
  }

  /** Where a direct buffer begins, wherever its position is, or moves to meanwhile. */
  public static long addressOf(ByteBuffer memory) {
    // What JavaCPP passes begins at the buffer's position, which is the user's.
    return Shim.ob1j_address_of(memory.duplicate().clear());
  }
}
