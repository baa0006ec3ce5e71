package org.ob1j.runtime.collective.buffer;

import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.memory.BufferRoots;

/** A workspace for several threads, or for collectives that get on while others are waited for. */
final class SharedWorkspace extends Workspace {
  SharedWorkspace(BufferRoots roots) {
    super(roots);
  }

  @Override
  public synchronized Object take(PrimitiveType type, int elements) {
    return super.take(type, elements);
  }

  @Override
  public synchronized void give(PrimitiveType type, Object array) {
    super.give(type, array);
  }

  @Override
  public synchronized void copy(
      Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    super.copy(from, fromBytes, to, toBytes, lengthBytes);
  }
}
