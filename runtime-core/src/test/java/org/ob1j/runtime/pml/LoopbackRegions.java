package org.ob1j.runtime.pml;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;

/** Regions of the processes of a {@link LoopbackNetwork}. */
public final class LoopbackRegions implements SharedRegions {
  private final Map<Long, Memory> regions = new HashMap<>();
  private final Map<Long, BooleanSupplier> freed = new HashMap<>();
  private long lastName;

  @Override
  public synchronized Region create(int lengthBytes) {
    Region region = new Region(Memory.allocate(lengthBytes), ++lastName);
    regions.put(region.name(), region.memory());
    return region;
  }

  @Override
  public synchronized Memory open(int owner, long name, int lengthBytes) {
    Memory known = regions.get(name);
    return known != null && known.capacity() >= lengthBytes ? known : null;
  }

  @Override
  public synchronized void free(Region region, BooleanSupplier isUnused) {
    freed.put(region.name(), isUnused);
  }

  /** How many regions have been made. */
  public synchronized int made() {
    return regions.size();
  }

  /** How many have been given back, and are not in use any more. */
  public synchronized int unused() {
    return (int) freed.values().stream().filter(BooleanSupplier::getAsBoolean).count();
  }
}
