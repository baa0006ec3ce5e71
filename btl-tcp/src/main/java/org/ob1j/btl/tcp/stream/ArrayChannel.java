package org.ob1j.btl.tcp.stream;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Array;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.ob1j.btl.service.ArraySockets;

/**
 * A connection as native code sees it, which writes out of arrays and reads into them: the pieces
 * of the next call, and a descriptor of its own, made when the first is asked for. Not thread-safe.
 */
public final class ArrayChannel implements Closeable {
  /** Makes a descriptor of the connection. */
  interface Opening {
    int open(ArraySockets service) throws IOException;
  }

  private final NativeArrays natives;
  private final Opening opening;
  private ArraySockets service;
  private ByteBuffer pieces;
  private long piecesAddress;
  private int descriptor = -1;

  /** True if there is native code, but no descriptor, or no more. */
  private boolean failed;

  private Object array;
  private long arrayBytes;
  private int count;
  private long listedBytes;

  ArrayChannel(NativeArrays natives, Opening opening) {
    this.natives = natives;
    this.opening = opening;
  }

  /** For a channel that is connected. */
  public static ArrayChannel of(NativeArrays natives, SocketChannel channel) {
    return new ArrayChannel(
        natives,
        new Opening() {
          @Override
          public int open(ArraySockets service) throws IOException {
            return service.open(
                (InetSocketAddress) channel.getLocalAddress(),
                (InetSocketAddress) channel.getRemoteAddress());
          }
        });
  }

  /** Whether arrays can be moved. */
  public boolean works() {
    if (descriptor < 0 && !failed) {
      service = natives.service();
      if (service != null) {
        open();
      }
    }
    return descriptor >= 0;
  }

  private void open() {
    try {
      pieces =
          ByteBuffer.allocateDirect(ArraySockets.MAX_PIECES * ArraySockets.PIECE_BYTES)
              .order(ByteOrder.nativeOrder());
      piecesAddress = service.addressOf(pieces);
      descriptor = opening.open(service);
    } catch (IOException trouble) {
      // Everything works without; a report tells why.
      failed = true;
      natives.note(trouble);
    }
  }

  /** Begins a list of pieces of this array, of any primitive type but boolean, and of staging. */
  void begin(Object of) {
    array = of;
    arrayBytes = (long) Array.getLength(of) << shiftOf(of);
    count = 0;
    listedBytes = 0;
  }

  private static int shiftOf(Object of) {
    if (of instanceof double[] || of instanceof long[]) {
      return 3;
    }
    if (of instanceof int[] || of instanceof float[]) {
      return 2;
    }
    if (of instanceof byte[]) {
      return 0;
    }
    if (of instanceof short[] || of instanceof char[]) {
      return 1;
    }
    throw new IllegalArgumentException(of.getClass().getName() + " is no array of numbers");
  }

  boolean isFull() {
    return count == ArraySockets.MAX_PIECES;
  }

  /** Lists bytes of the array. */
  void addArray(long offset, int lengthBytes) {
    Objects.checkFromIndexSize(offset, lengthBytes, arrayBytes);
    add(1, offset, lengthBytes);
  }

  /** Lists bytes of staging. */
  void addStaging(Staging staging, int offset, int lengthBytes) {
    Objects.checkFromIndexSize(offset, lengthBytes, staging.memory().bytes().capacity());
    add(0, staging.address(service) + offset, lengthBytes);
  }

  private void add(long ofArray, long begin, int lengthBytes) {
    int at = count * ArraySockets.PIECE_BYTES;
    pieces.putLong(at, ofArray);
    pieces.putLong(at + Long.BYTES, begin);
    pieces.putLong(at + 2 * Long.BYTES, lengthBytes);
    count++;
    listedBytes += lengthBytes;
  }

  /** How many bytes the pieces have together. */
  long listedBytes() {
    return listedBytes;
  }

  /** Writes what is listed, as far as the socket takes it; returns how many bytes that were. */
  long write() throws IOException {
    try {
      return service.write(descriptor, piecesAddress, count, array);
    } finally {
      array = null;
    }
  }

  /** Reads into what is listed; returns how many bytes there were, -1 at the end of the stream. */
  long read() throws IOException {
    try {
      return service.read(descriptor, piecesAddress, count, array);
    } finally {
      array = null;
    }
  }

  /** To be called before the channel is closed: a selector forgets a socket with its last name. */
  @Override
  public void close() throws IOException {
    failed = true;
    if (descriptor >= 0) {
      int ended = descriptor;
      descriptor = -1;
      service.close(ended);
    }
  }
}
