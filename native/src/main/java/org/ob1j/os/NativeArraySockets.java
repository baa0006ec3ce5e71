package org.ob1j.os;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.ob1j.btl.service.ArraySockets;
import org.ob1j.runtime.parameter.ParameterSet;

/** Moves arrays through sockets by the native library. */
public final class NativeArraySockets extends NativeCode implements ArraySockets {
  private static final int ADDRESS_BYTES = 16;

  /** For {@link java.util.ServiceLoader}. */
  public NativeArraySockets() {}

  @Override
  String refusal(ParameterSet parameters) {
    return HeldArrays.ofThisJvm().refusal();
  }

  @Override
  public int open(InetSocketAddress local, InetSocketAddress remote) throws IOException {
    int descriptor =
        Native.openSocket(
            bytesOf(local.getAddress()),
            local.getPort(),
            bytesOf(remote.getAddress()),
            remote.getPort());
    if (descriptor < 0) {
      throw failure("no descriptor for the socket from " + local + " to " + remote, -descriptor);
    }
    return descriptor;
  }

  /** In 16 bytes; of IPv4 as IPv6 has them. */
  private static byte[] bytesOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    ByteBuffer mapped = ByteBuffer.allocate(ADDRESS_BYTES);
    if (bytes.length < ADDRESS_BYTES) {
      mapped.putShort(ADDRESS_BYTES - bytes.length - Short.BYTES, (short) -1);
    }
    return mapped.put(ADDRESS_BYTES - bytes.length, bytes).array();
  }

  @Override
  public void close(int descriptor) throws IOException {
    int error = Native.closeSocket(descriptor);
    if (error != 0) {
      throw failure("descriptor " + descriptor + " cannot be closed", error);
    }
  }

  @Override
  public long write(int descriptor, long pieces, int count, Object array) throws IOException {
    checkNumbers(array);
    long taken = Native.writeArray(descriptor, pieces, count, array);
    if (taken < 0) {
      throw failure("write", (int) -taken);
    }
    return taken;
  }

  @Override
  public long read(int descriptor, long pieces, int count, Object array) throws IOException {
    checkNumbers(array);
    long there = Native.readArray(descriptor, pieces, count, array);
    if (there == Native.END_OF_STREAM) {
      return END_OF_STREAM;
    }
    if (there < 0) {
      throw failure("read", (int) -there);
    }
    return there;
  }

  /** Native code would take the elements of any array for numbers. */
  private static void checkNumbers(Object array) {
    Class<?> element = array.getClass().getComponentType();
    if (element == null || !element.isPrimitive()) {
      throw new IllegalArgumentException(array.getClass().getName() + " is no array of numbers");
    }
  }

  private static IOException failure(String what, int error) {
    return new IOException(what + ": " + Native.errorText(error));
  }
}
