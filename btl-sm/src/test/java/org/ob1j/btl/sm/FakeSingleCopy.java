package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Reads and writes memory of the same process. Addresses are made up, 4 GiB apart, one for each
 * buffer.
 */
public final class FakeSingleCopy implements SingleCopy {
  private static final long DISTANCE = 1L << 32;

  private final TreeMap<Long, ByteBuffer> memories = new TreeMap<>();
  private final String unavailableReason;
  private final Map<ByteBuffer, Long> addresses = new IdentityHashMap<>();
  private long readableBytes = Long.MAX_VALUE;
  private long writableBytes = Long.MAX_VALUE;
  private final CountDownLatch writing = new CountDownLatch(1);
  private CountDownLatch mayWrite = new CountDownLatch(0);
  private long bytesRead;
  private long bytesWritten;
  private long readNanos = 1;

  public FakeSingleCopy() {
    this(null);
  }

  FakeSingleCopy(String unavailableReason) {
    this.unavailableReason = unavailableReason;
  }

  void forbid() {
    readableBytes = 0;
    writableBytes = 0;
  }

  /** After so many bytes more it forbids all reads. */
  synchronized void forbidReadsAfter(long bytes) {
    readableBytes = bytesRead + bytes;
  }

  synchronized void forbidWritesAfter(long bytes) {
    writableBytes = bytesWritten + bytes;
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

  synchronized long bytesRead() {
    return bytesRead;
  }

  synchronized long bytesWritten() {
    return bytesWritten;
  }

  @Override
  public String unavailableReason(ParameterSet parameters) {
    return unavailableReason;
  }

  @Override
  public synchronized long addressOf(ByteBuffer memory) {
    return addresses.computeIfAbsent(
        memory,
        added -> {
          long address = DISTANCE * (1 + memories.size());
          memories.put(address, added);
          return address;
        });
  }

  @Override
  public synchronized void read(
      long processId, long address, ByteBuffer target, int targetOffset, int lengthBytes) {
    if (bytesRead + lengthBytes > readableBytes) {
      throw new BtlException("cannot read " + lengthBytes + " bytes at " + address);
    }
    Map.Entry<Long, ByteBuffer> found = memory(processId, address, lengthBytes);
    int from = (int) (address - found.getKey());
    target.duplicate().clear().put(targetOffset, found.getValue(), from, lengthBytes);
    bytesRead += lengthBytes;
  }

  /** Who writes waits for this before it does. */
  void waitBeforeWrites(CountDownLatch latch) {
    mayWrite = latch;
  }

  void awaitWriter() throws InterruptedException {
    writing.await();
  }

  @Override
  public void write(
      long processId, long address, ByteBuffer source, int sourceOffset, int lengthBytes) {
    writing.countDown();
    try {
      mayWrite.await();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
    writeNow(processId, address, source, sourceOffset, lengthBytes);
  }

  private synchronized void writeNow(
      long processId, long address, ByteBuffer source, int sourceOffset, int lengthBytes) {
    if (bytesWritten + lengthBytes > writableBytes) {
      throw new BtlException("cannot write " + lengthBytes + " bytes at " + address);
    }
    Map.Entry<Long, ByteBuffer> found = memory(processId, address, lengthBytes);
    int to = (int) (address - found.getKey());
    found.getValue().duplicate().clear().put(to, source, sourceOffset, lengthBytes);
    bytesWritten += lengthBytes;
  }

  private Map.Entry<Long, ByteBuffer> memory(long processId, long address, int lengthBytes) {
    Map.Entry<Long, ByteBuffer> found = memories.floorEntry(address);
    if (processId != ProcessHandle.current().pid()
        || found == null
        || address - found.getKey() + lengthBytes > found.getValue().capacity()) {
      throw new BtlException("there are no " + lengthBytes + " bytes at " + address);
    }
    return found;
  }
}
