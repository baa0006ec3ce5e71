package org.ob1j.runtime.collective.buffer;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.datatype.BufferSection;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;

/**
 * Memory that the collectives of one process work in: arrays that are used again, and the means to
 * copy between buffers of all kinds. Used by one thread at a time, unless made {@link #forThreads}.
 */
public class Workspace {
  /** Longer arrays are left to the garbage collector. */
  private static final int KEPT_BYTES = 16 << 20;

  private static final int KEPT_ARRAYS = 8;
  private static final int SMALLEST_BYTES = 1024;
  private static final int STAGING_BYTES = 64 * 1024;
  private static final long PIECE_BYTES = 1 << 30;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final List<ArrayList<Object>> kept = new ArrayList<>();
  private final BufferSection section = new BufferSection();
  private final Convertor source = new Convertor();
  private final Convertor target = new Convertor();

  /** Null where no buffer is a part of another. */
  private final BufferRoots roots;

  /** Made on first use: most copies are between arrays. */
  private Memory staging;

  /**
   * A workspace with nothing in it yet.
   *
   * @param roots what the buffers may be parts of; null if of nothing
   */
  public Workspace(BufferRoots roots) {
    this.roots = roots;
    for (int i = 0; i < PrimitiveType.values().length; i++) {
      kept.add(new ArrayList<>());
    }
  }

  /** A workspace that several threads may use at once. */
  public static Workspace forThreads(BufferRoots roots) {
    return new SharedWorkspace(roots);
  }

  /** A convertor for buffers of users. */
  public Convertor newConvertor() {
    return new Convertor(roots);
  }

  /** An array of at least so many elements, with anything in it. */
  public Object take(PrimitiveType type, int elements) {
    ArrayList<Object> arrays = kept.get(type.ordinal());
    int last = arrays.size() - 1;
    if (last >= 0) {
      // One that is too short makes room for a longer one.
      Object array = arrays.remove(last);
      if (PrimitiveArrays.length(array) >= elements) {
        return array;
      }
    }
    return newArray(type, elements);
  }

  private static Object newArray(PrimitiveType type, int elements) {
    int smallest = SMALLEST_BYTES / type.sizeBytes();
    int rounded = Integer.highestOneBit(Math.max(elements, smallest) - 1) << 1;
    return PrimitiveArrays.allocate(type, Math.max(rounded, elements));
  }

  /** Gives an array back. */
  public void give(PrimitiveType type, Object array) {
    ArrayList<Object> arrays = kept.get(type.ordinal());
    if ((long) PrimitiveArrays.length(array) * type.sizeBytes() <= KEPT_BYTES
        && arrays.size() < KEPT_ARRAYS) {
      arrays.add(array);
    }
  }

  /** Copies bytes between buffers, which must not overlap unless they are the same bytes. */
  public void copy(Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    if (lengthBytes == 0 || from == to && fromBytes == toBytes) {
      return;
    }
    if (!BulkCopy.copy(from, fromBytes, to, toBytes, lengthBytes)
        && !copyStaged(from, fromBytes, to, toBytes, lengthBytes)) {
      convert(from, fromBytes, to, toBytes, lengthBytes);
    }
  }

  /** Copies between an array and a buffer of bytes, which has no view of the array's elements. */
  private boolean copyStaged(
      Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    if (!(from instanceof ByteBuffer && PrimitiveArrays.shift(to) >= 0
        || to instanceof ByteBuffer && PrimitiveArrays.shift(from) >= 0)) {
      return false;
    }
    Buffer in = staging().viewFor(from);
    Buffer out = staging().viewFor(to);
    for (long done = 0; done < lengthBytes; done += STAGING_BYTES) {
      long piece = Math.min(STAGING_BYTES, lengthBytes - done);
      // Bytes that are no whole elements are refused in the first piece, or by no piece.
      if (!BulkCopy.copy(from, fromBytes + done, in, 0, piece)
          || !BulkCopy.copy(out, 0, to, toBytes + done, piece)) {
        return false;
      }
    }
    return true;
  }

  private Memory staging() {
    if (staging == null) {
      staging = Memory.allocate(STAGING_BYTES);
    }
    return staging;
  }

  /** Copies between buffers of any kind. */
  private void convert(Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    for (long done = 0; done < lengthBytes; done += PIECE_BYTES) {
      int piece = (int) Math.min(PIECE_BYTES, lengthBytes - done);
      section.set(from, fromBytes + done);
      source.prepare(section, piece, BYTES);
      section.set(to, toBytes + done);
      target.prepare(section, piece, BYTES);
      source.copyTo(target, 0, piece, staging());
      source.release();
      target.release();
    }
    section.set(null, 0);
  }
}
