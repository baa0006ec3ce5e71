package org.ob1j.runtime.pml;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;

/** Regions of the processes of a {@link LoopbackNetwork}, all of which process 0 makes. */
public final class LoopbackRegions implements SharedRegions {
  private final Map<Long, Region> regions = new HashMap<>();
  private final Map<Long, BooleanSupplier> freed = new HashMap<>();
  private long lastName;
  private int reserved;

  @Override
  public synchronized Region create(int lengthBytes, int reservedBytes) {
    Region region = new Region(Memory.allocate(lengthBytes), 0, ++lastName);
    regions.put(region.name(), region);
    return region;
  }

  @Override
  public synchronized Region open(int owner, long name, int lengthBytes) {
    Region known = regions.get(name);
    return known != null && known.memory().capacity() >= lengthBytes ? known : null;
  }

  @Override
  public byte[] publish(Region own) {
    return ByteBuffer.allocate(Long.BYTES).putLong(own.name()).array();
  }

  @Override
  public Region find(int owner, byte[] published, int lengthBytes) {
    return open(owner, ByteBuffer.wrap(published).getLong(), lengthBytes);
  }

  @Override
  public synchronized boolean reserve(Region region, int offset, int lengthBytes) {
    reserved++;
    region.memory().bytes().put(offset, new byte[lengthBytes]);
    return true;
  }

  @Override
  public synchronized void free(Region region, BooleanSupplier isUnused) {
    freed.put(region.name(), isUnused);
  }

  /** How many regions have been made. */
  public synchronized int made() {
    return regions.size();
  }

  /** How often memory has been asked for for a part of one. */
  public synchronized int reserved() {
    return reserved;
  }

  /** How many have been given back, and are not in use any more. */
  public synchronized int unused() {
    return (int) freed.values().stream().filter(BooleanSupplier::getAsBoolean).count();
  }
}
