package org.ob1j.btl.tcp.stream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ScatteringByteChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.ob1j.btl.service.ArraySockets;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Does by Java, and for arrays of bytes and doubles, what native code does. Addresses are made up.
 */
final class FakeArraySockets implements ArraySockets {
  private static final int ADDRESS_SHIFT = 40;
  private static final int DESCRIPTOR = 7;

  /** Addresses are the process's, as staging keeps its own; the first is 1 << ADDRESS_SHIFT. */
  private static final List<ByteBuffer> MEMORIES = new CopyOnWriteArrayList<>();

  private final GatheringByteChannel sink;
  private final ScatteringByteChannel source;
  private int calls;
  private boolean open;

  private FakeArraySockets(GatheringByteChannel sink, ScatteringByteChannel source) {
    this.sink = sink;
    this.source = source;
  }

  static FakeArraySockets writingTo(GatheringByteChannel sink) {
    return new FakeArraySockets(sink, null);
  }

  static FakeArraySockets readingFrom(ScatteringByteChannel source) {
    return new FakeArraySockets(null, source);
  }

  /** A connection that works at once. */
  ArrayChannel channel() {
    NativeArrays natives = new NativeArrays(new FoundService<>(this, null));
    return new ArrayChannel(natives, service -> service.open(null, null));
  }

  int calls() {
    return calls;
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public String unavailableReason(ParameterSet parameters) {
    return null;
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    synchronized (MEMORIES) {
      MEMORIES.add(memory);
      return (long) MEMORIES.size() << ADDRESS_SHIFT;
    }
  }

  @Override
  public int open(InetSocketAddress local, InetSocketAddress remote) {
    open = true;
    return DESCRIPTOR;
  }

  @Override
  public void close(int descriptor) {
    open = false;
  }

  @Override
  public long write(int descriptor, long pieces, int count, Object array) throws IOException {
    calls++;
    ByteBuffer[] buffers = buffers(pieces, count, bytesOf(array));
    return sink.write(buffers, 0, count);
  }

  @Override
  public long read(int descriptor, long pieces, int count, Object array) throws IOException {
    calls++;
    ByteBuffer bytes = bytesOf(array);
    long there = source.read(buffers(pieces, count, bytes), 0, count);
    if (array instanceof double[] doubles) {
      bytes.asDoubleBuffer().get(doubles);
    } else {
      bytes.get((byte[]) array);
    }
    return there;
  }

  private static ByteBuffer bytesOf(Object array) {
    if (array instanceof double[] doubles) {
      ByteBuffer bytes = ByteBuffer.allocate(doubles.length * Double.BYTES);
      bytes.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(doubles);
      return bytes;
    }
    return ByteBuffer.wrap(((byte[]) array).clone());
  }

  private ByteBuffer[] buffers(long pieces, int count, ByteBuffer array) {
    ByteBuffer list = memoryAt(pieces, count * PIECE_BYTES).order(ByteOrder.nativeOrder());
    ByteBuffer[] buffers = new ByteBuffer[count];
    for (int i = 0; i < count; i++) {
      boolean ofArray = list.getLong() == 1;
      long place = list.getLong();
      int lengthBytes = (int) list.getLong();
      buffers[i] = ofArray ? array.slice((int) place, lengthBytes) : memoryAt(place, lengthBytes);
    }
    return buffers;
  }

  private ByteBuffer memoryAt(long address, int lengthBytes) {
    int index = (int) (address >> ADDRESS_SHIFT) - 1;
    int offset = (int) (address & (1L << ADDRESS_SHIFT) - 1);
    return MEMORIES.get(index).duplicate().clear().slice(offset, lengthBytes);
  }
}
