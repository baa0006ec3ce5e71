package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.util.TreeMap;
import org.ob1j.btl.StreamingCopy;

/** Copies by Java. Addresses are made up, 4 GiB apart. */
final class FakeStreamingCopy implements StreamingCopy {
  private static final long DISTANCE = 1L << 32;

  private final TreeMap<Long, ByteBuffer> memories = new TreeMap<>();
  private int copies;

  int copies() {
    return copies;
  }

  @Override
  public String unavailableReason() {
    return null;
  }

  @Override
  public long addressOf(ByteBuffer memory) {
    long address = DISTANCE * (1 + memories.size());
    memories.put(address, memory);
    return address;
  }

  @Override
  public void copy(long target, long source, int lengthBytes) {
    if (target % ALIGNMENT != 0) {
      throw new IllegalArgumentException(target + " is not the beginning of a line");
    }
    var to = memories.floorEntry(target);
    var from = memories.floorEntry(source);
    to.getValue()
        .put(
            (int) (target - to.getKey()),
            from.getValue(),
            (int) (source - from.getKey()),
            lengthBytes);
    copies++;
  }
}
