package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private final RankTable<Map<Long, Known>> known = new RankTable<>();

  /**
   * A region that has been used. Not looked for by a record: the JVM spins code to compare these.
   */
  private static final class Known {
    final Region region;
    final long processId;

    /** How much of the parts has memory that begin somewhere. */
    final Map<Integer, Integer> reserved = new HashMap<>();

    Known(Region region, long processId) {
      this.region = region;
      this.processId = processId;
    }
  }

  RegionsOfHost(OwnRegions own, Connector connector, Processes processes) {
    this.own = own;
    this.connector = connector;
    this.processes = processes;
  }

  @Override
  public Region create(int lengthBytes, int reservedBytes) {
    Region made = own.create(lengthBytes, reservedBytes);
    if (made != null && known(made.owner(), made.name()) == null) {
      keep(made, connector.ownAddress());
    }
    return made;
  }

  private Known known(int owner, long name) {
    Map<Long, Known> ofOwner = known.get(owner);
    return ofOwner == null ? null : ofOwner.get(name);
  }

  private void keep(Region region, SegmentAddress address) {
    Map<Long, Known> ofOwner = known.get(region.owner());
    if (ofOwner == null) {
      ofOwner = new HashMap<>();
      known.put(region.owner(), ofOwner);
    }
    ofOwner.put(region.name(), new Known(region, address.processId()));
  }

  @Override
  public Region open(int owner, long name, int lengthBytes) {
    Known before = known(owner, name);
    if (before != null) {
      return before.region.memory().capacity() >= lengthBytes ? before.region : null;
    }
    SegmentAddress address = connector.addressHere(owner);
    return address == null ? null : open(owner, address, name, lengthBytes);
  }

  private Region open(int owner, SegmentAddress address, long name, int lengthBytes) {
    Memory memory = PeerRegions.open(processes.name(owner), address.processId(), name, lengthBytes);
    if (memory == null) {
      return null;
    }
    Region region = new Region(memory, owner, name);
    keep(region, address);
    return region;
  }

  /** The name (8), and what this process publishes of its segment. */
  @Override
  public byte[] publish(Region region) {
    byte[] address = connector.ownAddress().toBytes();
    return ByteBuffer.allocate(Long.BYTES + address.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(region.name())
        .put(address)
        .array();
  }

  @Override
  public Region find(int owner, byte[] published, int lengthBytes) {
    if (published.length < Long.BYTES) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(published).order(ByteOrder.LITTLE_ENDIAN);
    long name = bytes.getLong();
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    SegmentAddress address = SegmentAddress.fromBytes(rest);
    return address == null || !connector.isHere(address)
        ? null
        : open(owner, address, name, lengthBytes);
  }

  @Override
  public boolean reserve(Region region, int offset, int lengthBytes) {
    Known place = known(region.owner(), region.name());
    int before = place.reserved.getOrDefault(offset, 0);
    int more = lengthBytes - before;
    if (more <= 0) {
      return true;
    }
    boolean has =
        own.mayReserve(more)
            && PeerRegions.reserve(
                processes.name(region.owner()),
                place.processId,
                region.name(),
                offset + before,
                more);
    if (has) {
      own.countReserved(more);
      place.reserved.put(offset, lengthBytes);
    }
    return has;
  }

  @Override
  public void free(Region region, BooleanSupplier isUnused) {
    own.free(region, isUnused);
  }
}
