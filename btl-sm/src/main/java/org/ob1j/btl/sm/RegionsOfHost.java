package org.ob1j.btl.sm;

import java.util.function.BooleanSupplier;
import org.ob1j.btl.sm.region.OwnRegions;
import org.ob1j.btl.sm.region.PeerRegions;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.runtime.job.Processes;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;

/** The regions that this process has made, and those of others on its host. */
final class RegionsOfHost implements SharedRegions {
  private final OwnRegions own;
  private final Connector connector;
  private final Processes processes;

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
    SegmentAddress address = connector.addressHere(owner);
    return address == null
        ? null
        : PeerRegions.open(processes.name(owner), address.processId(), name, lengthBytes);
  }

  @Override
  public void free(Region region, BooleanSupplier isUnused) {
    own.free(region, isUnused);
  }
}
