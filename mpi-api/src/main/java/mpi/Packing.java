package mpi;

import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;

/** Moves elements between a user's buffer and an array of packed bytes. */
final class Packing {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int SCRATCH_BYTES = 64 * 1024;

  private final Communicator communicator;
  private final String operation;

  Packing(Communicator communicator, String operation) {
    this.communicator = communicator;
    this.operation = operation;
  }

  /** How many bytes elements need when they are packed; UNDEFINED if an int cannot tell. */
  int size(int count, Datatype type) {
    requireData(new byte[0], count, type);
    long bytes = bytesOf(count, type);
    return bytes > Integer.MAX_VALUE ? SpecialValues.UNDEFINED : (int) bytes;
  }

  /** Returns the position behind the packed elements. */
  int pack(Object buffer, int count, Datatype type, byte[] packed, int position) {
    requireData(buffer, count, type);
    int bytes = requireRoom(count, type, packed, position);
    Convertor source = prepared(buffer, count, type.typeMap());
    Convertor target = prepared(section(packed, position), bytes, BYTES);
    source.copyTo(target, 0, bytes, scratch(bytes));
    return position + bytes;
  }

  /** Returns the position behind what was unpacked. */
  int unpack(byte[] packed, int position, Object buffer, int count, Datatype type) {
    requireData(buffer, count, type);
    int bytes = requireRoom(count, type, packed, position);
    Convertor source = prepared(section(packed, position), bytes, BYTES);
    Convertor target = prepared(buffer, count, type.typeMap());
    if (bytes != 0 && target.isReadOnly()) {
      throw communicator.raise(operation, ErrorClass.BUFFER, "the buffer is read-only");
    }
    source.copyTo(target, 0, bytes, scratch(bytes));
    return position + bytes;
  }

  private void requireData(Object buffer, int count, Datatype type) {
    Violation violation = CollectiveArguments.ofData(buffer, count, type);
    if (violation != null) {
      throw communicator.raise(operation, violation);
    }
  }

  private int requireRoom(int count, Datatype type, byte[] packed, int position) {
    if (packed == null) {
      throw communicator.raise(operation, ErrorClass.BUFFER, "the array of packed bytes is null");
    }
    if (position < 0 || position > packed.length) {
      throw communicator.raise(
          operation,
          ErrorClass.ARG,
          "the position is " + position + "; it must be from 0 to " + packed.length);
    }
    long bytes = bytesOf(count, type);
    if (bytes > packed.length - position) {
      throw communicator.raise(
          operation,
          ErrorClass.TRUNCATE,
          "the elements have "
              + bytes
              + " bytes; the array has "
              + (packed.length - position)
              + " from position "
              + position
              + " on");
    }
    return (int) bytes;
  }

  /** At most 2^63 − 1. */
  private static long bytesOf(int count, Datatype type) {
    long elementBytes = type.typeMap().sizeBytes();
    boolean fits = elementBytes == 0 || count <= Long.MAX_VALUE / elementBytes;
    return fits ? count * elementBytes : Long.MAX_VALUE;
  }

  private Convertor prepared(Object buffer, int count, TypeMap type) {
    Convertor convertor = communicator.process().newConvertor();
    try {
      convertor.prepare(buffer, count, type);
    } catch (BufferException unusable) {
      throw communicator.raise(operation, unusable);
    }
    return convertor;
  }

  private static BufferSection section(byte[] packed, int position) {
    BufferSection section = new BufferSection();
    section.set(packed, position);
    return section;
  }

  private static Memory scratch(int bytes) {
    return Memory.allocate(Math.min(bytes, SCRATCH_BYTES));
  }
}
