package org.ob1j.os;

import java.nio.ByteBuffer;

/**
 * The functions of the library, which {@link NativeLibrary} must have loaded. They check nothing:
 * ob1j_os.h says what must hold, and what they return.
 */
final class Native {
  static final int END_OF_STREAM = -65536;

  private Native() {}

  /** Of a direct buffer's first byte, wherever its position is. */
  static native long addressOf(ByteBuffer memory);

  static native String errorText(int error);

  /** Why memory of other processes cannot be read; null if it can. */
  static native String probeSingleCopy(boolean peersMayRead);

  static native int read(long processId, long address, long target, long lengthBytes);

  static native int write(long processId, long address, long source, long lengthBytes);

  /** Of the quickest of some attempts; or an errno with a minus. */
  static native long readNanos(int lengthBytes);

  static native void copyBlocks(
      long target,
      long targetPlaces,
      long targetStep,
      long source,
      long sourcePlaces,
      long sourceStep,
      int blocks,
      int blockBytes);

  /** Addresses have 16 bytes. */
  static native int openSocket(byte[] local, int localPort, byte[] remote, int remotePort);

  static native int closeSocket(int descriptor);

  /** The array's elements are of a primitive type. */
  static native long writeArray(int descriptor, long pieces, int count, Object array);

  /** The array's elements are of a primitive type. */
  static native long readArray(int descriptor, long pieces, int count, Object array);
}
