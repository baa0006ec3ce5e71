package org.ob1j.btl;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Random;
import java.util.function.BiFunction;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;

/** A buffer of a user as the local side of put and get, registered where that is possible. */
final class LocalMemory {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int ALL_ACCESS =
      BtlRegistration.REMOTE_READ | BtlRegistration.REMOTE_WRITE | BtlRegistration.LOCAL_WRITE;

  private final Convertor convertor = new Convertor();
  private final int capacityBytes;
  private final BtlRegistration registration;

  /**
   * @param registrable makes memory in place of what cannot be registered; null if that need not be
   */
  LocalMemory(
      Object buffer, BtlModule module, BiFunction<BtlModule, Integer, ByteBuffer> registrable) {
    capacityBytes = capacityOf(buffer);
    boolean direct = buffer instanceof ByteBuffer bytes && bytes.isDirect();
    Object used = direct || registrable == null ? buffer : registrable.apply(module, capacityBytes);
    convertor.prepare(used, capacityBytes, BYTES);
    if (used instanceof ByteBuffer bytes && bytes.isDirect()) {
      convertor.region(new BufferRoots(none -> null));
      registration = module.register(bytes, ALL_ACCESS);
    } else {
      registration = null;
    }
  }

  Convertor convertor() {
    return convertor;
  }

  /** Null if there is none. */
  BtlRegistration registration() {
    return registration;
  }

  void fill(long seed) {
    byte[] content = new byte[capacityBytes];
    new Random(seed).nextBytes(content);
    Memory memory = Memory.allocate(capacityBytes);
    memory.bytes().put(0, content);
    convertor.unpack(0, memory, 0, capacityBytes);
  }

  byte[] bytes(int offset, int lengthBytes) {
    Memory memory = Memory.allocate(lengthBytes);
    convertor.pack(offset, memory, 0, lengthBytes);
    byte[] content = new byte[lengthBytes];
    memory.bytes().get(0, content);
    return content;
  }

  private static int capacityOf(Object buffer) {
    if (buffer instanceof byte[] array) {
      return array.length;
    } else if (buffer instanceof int[] array) {
      return array.length * Integer.BYTES;
    } else if (buffer instanceof double[] array) {
      return array.length * Double.BYTES;
    } else if (buffer instanceof IntBuffer ints) {
      return ints.capacity() * Integer.BYTES;
    }
    return ((ByteBuffer) buffer).capacity();
  }
}
