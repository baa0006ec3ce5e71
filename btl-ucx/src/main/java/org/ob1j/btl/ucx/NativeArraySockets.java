package org.ob1j.btl.ucx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.ob1j.btl.ArraySockets;

/** Moves arrays through sockets by the native library. */
public final class NativeArraySockets extends NativeCode implements ArraySockets {
  private static final int ADDRESS_BYTES = 16;

  @Override
  String probe() {
    return HeldArrays.ofThisJvm().refusal();
  }

  @Override
  public int open(InetSocketAddress local, InetSocketAddress remote) throws IOException {
    int descriptor =
        Shim.ob1j_socket_open(
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
  private static ByteBuffer bytesOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    ByteBuffer mapped = ByteBuffer.allocateDirect(ADDRESS_BYTES);
    if (bytes.length < ADDRESS_BYTES) {
      mapped.putShort(ADDRESS_BYTES - bytes.length - Short.BYTES, (short) -1);
    }
    return mapped.put(ADDRESS_BYTES - bytes.length, bytes);
  }

  @Override
  public void close(int descriptor) throws IOException {
    int error = Shim.ob1j_socket_close(descriptor);
    if (error != 0) {
      throw failure("descriptor " + descriptor + " cannot be closed", error);
    }
  }

  @Override
  public long write(int descriptor, long pieces, int count, Object array) throws IOException {
    long taken;
    if (array instanceof double[] doubles) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, doubles);
    } else if (array instanceof byte[] bytes) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, bytes);
    } else if (array instanceof int[] ints) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, ints);
    } else if (array instanceof long[] longs) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, longs);
    } else if (array instanceof float[] floats) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, floats);
    } else if (array instanceof short[] shorts) {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, shorts);
    } else {
      taken = Shim.ob1j_array_write(descriptor, pieces, count, (char[]) array);
    }
    if (taken < 0) {
      throw failure("write", (int) -taken);
    }
    return taken;
  }

  @Override
  public long read(int descriptor, long pieces, int count, Object array) throws IOException {
    long there;
    if (array instanceof double[] doubles) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, doubles);
    } else if (array instanceof byte[] bytes) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, bytes);
    } else if (array instanceof int[] ints) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, ints);
    } else if (array instanceof long[] longs) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, longs);
    } else if (array instanceof float[] floats) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, floats);
    } else if (array instanceof short[] shorts) {
      there = Shim.ob1j_array_read(descriptor, pieces, count, shorts);
    } else {
      there = Shim.ob1j_array_read(descriptor, pieces, count, (char[]) array);
    }
    if (there == Shim.OB1J_END_OF_STREAM) {
      return END_OF_STREAM;
    }
    if (there < 0) {
      throw failure("read", (int) -there);
    }
    return there;
  }

  private static IOException failure(String what, int error) {
    return new IOException(what + ": " + text(error));
  }
}
