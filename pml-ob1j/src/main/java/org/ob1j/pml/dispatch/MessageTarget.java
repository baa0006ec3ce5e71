package org.ob1j.pml.dispatch;

import java.nio.ByteBuffer;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.memory.Memory;

/**
 * Where a transport writes a whole message that has been matched before it is there. What its
 * arrival brings about waits until then: while a transport asks, nothing may be sent, for that may
 * fail and end the very receive.
 *
 * @param inner where in the receive's memory
 * @param ended what else is to be done once it is there
 */
record MessageTarget(PayloadTarget inner, Runnable ended) implements PayloadTarget {
  @Override
  public ByteBuffer memory() {
    return inner.memory();
  }

  @Override
  public Object array() {
    return inner.array();
  }

  @Override
  public long offset() {
    return inner.offset();
  }

  @Override
  public void take(Memory source, int sourceOffset, int lengthBytes) {
    inner.take(source, sourceOffset, lengthBytes);
  }

  @Override
  public void arrived() {
    inner.arrived();
    ended.run();
  }

  @Override
  public void abandoned() {
    inner.abandoned();
  }
}
