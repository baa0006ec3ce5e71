package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.SingleCopy;

/** Reads memory of the same process. Addresses are made up, 4 GiB apart. */
public final class FakeSingleCopy implements SingleCopy {
  private static final long DISTANCE = 1L << 32;

  private final TreeMap<Long, ByteBuffer> memories = new TreeMap<>();
  private final String unavailableReason;
  private boolean forbidden;
  private long bytesRead;
  private long readNanos = 1;

  public FakeSingleCopy() {
    this(null);
  }

  FakeSingleCopy(String unavailableReason) {
    this.unavailableReason = unavailableReason;
  }

  void forbid() {
    forbidden = true;
  }

  /** How long a read is said to take; negative if it cannot be tried. */
  void readsIn(long nanos) {
    readNanos = nanos;
  }

  @Override
  public long readNanos(int lengthBytes) {
    if (readNanos < 0) {
      throw new BtlException("cannot read " + lengthBytes + " bytes");
    }
    return readNanos;
  }

  long bytesRead() {
    return bytesRead;
  }

  @Override
  public String unavailableReason() {
    return unavailableReason;
  }

  @Override
  public synchronized long addressOf(ByteBuffer memory) {
    long address = DISTANCE * (1 + memories.size());
    memories.put(address, memory);
    return address;
  }

  @Override
  public synchronized void read(
      long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes) {
    Map.Entry<Long, ByteBuffer> found = memories.floorEntry(address);
    if (forbidden
        || processId != ProcessHandle.current().pid()
        || found == null
        || address - found.getKey() + lengthBytes > found.getValue().capacity()) {
      throw new BtlException("cannot read " + lengthBytes + " bytes at " + address);
    }
    target.put(targetOffset, found.getValue(), (int) (address - found.getKey()), lengthBytes);
    bytesRead += lengthBytes;
  }
}
