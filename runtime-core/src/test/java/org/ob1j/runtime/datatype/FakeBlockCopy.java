package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Copies as native code would, from buffers whose addresses it has made up; checks every access.
 */
final class FakeBlockCopy implements NativeBlockCopy {
  private static final int BUFFER_SHIFT = 40;

  private final List<ByteBuffer> buffers = new ArrayList<>();
  private final String reason;
  private long blocks;

  /**
   * One that can be used, or not.
   *
   * @param reason why it cannot; null if it can
   */
  FakeBlockCopy(String reason) {
    this.reason = reason;
  }

  @Override
  public String unavailableReason(ParameterSet parameters) {
    return reason;
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    buffers.add(memory.duplicate().clear().order(ByteOrder.nativeOrder()));
    return (long) buffers.size() << BUFFER_SHIFT;
  }

  private ByteBuffer buffer(long address) {
    return buffers.get((int) (address >>> BUFFER_SHIFT) - 1);
  }

  private static int offset(long address) {
    return (int) (address & (1L << BUFFER_SHIFT) - 1);
  }

  @Override
  public void copy(
      long target,
      long targetPlaces,
      long targetStep,
      long source,
      long sourcePlaces,
      long sourceStep,
      int count,
      int blockBytes) {
    for (int i = 0; i < count; i++) {
      int to = offset(target) + (int) distance(targetPlaces, targetStep, i);
      int from = offset(source) + (int) distance(sourcePlaces, sourceStep, i);
      buffer(target).put(to, buffer(source), from, blockBytes);
    }
    blocks += count;
  }

  private long distance(long places, long step, int block) {
    return places == 0 ? step * block : buffer(places).getLong(offset(places) + block * Long.BYTES);
  }

  long blocks() {
    return blocks;
  }
}
