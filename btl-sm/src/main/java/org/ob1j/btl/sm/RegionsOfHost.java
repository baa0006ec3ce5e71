package org.ob1j.btl.sm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.ob1j.btl.sm.region.OwnRegions;
import org.ob1j.btl.sm.region.PeerRegions;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;

/**
 * The regions that this process has made, and those of others on its host. The latter stay mapped:
 * their owners use them again, and a process may have only so many mappings.
 */
final class RegionsOfHost implements SharedRegions {
  private final OwnRegions own;
  private final Connector connector;
  private final Processes processes;

  /** By their owners, and their names. */
  private final RankTable<Map<Long, Memory>> opened = new RankTable<>();

  RegionsOfHost(OwnRegions own, Connector connector, Processes processes) {
    this.own = own;
    this.connector = connector;
    this.processes = processes;
  }

  @Override
  public Region create(int lengthBytes) {
    return own.create(lengthBytes);
  }

  @Override
  public Memory open(int owner, long name, int lengthBytes) {
    Map<Long, Memory> ofOwner = opened.get(owner);
    Memory known = ofOwner == null ? null : ofOwner.get(name);
    SegmentAddress address = known == null ? connector.addressHere(owner) : null;
    if (address != null) {
      known = PeerRegions.open(processes.name(owner), address.processId(), name, lengthBytes);
    }
    if (known != null) {
      if (ofOwner == null) {
        ofOwner = new HashMap<>();
        opened.put(owner, ofOwner);
      }
      ofOwner.put(name, known);
    }
    return known != null && known.capacity() >= lengthBytes ? known : null;
  }

  @Override
  public void free(Region region, BooleanSupplier isUnused) {
    own.free(region, isUnused);
  }
}
