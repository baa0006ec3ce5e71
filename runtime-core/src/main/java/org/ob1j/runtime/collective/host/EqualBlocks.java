package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Equally long blocks, one for each rank, as hosts exchange them: those of a host together. In an
 * array of the workspace they are host after host.
 */
final class EqualBlocks {
  private final HostLayout layout;
  private final HostGroups groups;
  private final TypeMap type;
  private final PrimitiveType base;
  private final int elements;
  private final long bytes;

  /** Such as the first of the model. */
  EqualBlocks(HostGroups groups, Blocks model) {
    this.groups = groups;
    layout = groups.layout;
    type = model.type;
    base = type.baseType();
    elements = model.count(0);
    bytes = (long) elements * type.sizeBytes();
  }

  /** An array for so many. */
  Object take(int blocks) {
    return groups.workspace().take(base, Math.toIntExact(blocks * bytes / base.sizeBytes()));
  }

  /** Gives it back, unless it is null. */
  void give(Object held) {
    if (held != null) {
      groups.workspace().give(base, held);
    }
  }

  /** Blocks in an array, one after the other. */
  Blocks uniform(Object held) {
    return Blocks.uniform(held, elements, type);
  }

  /** So many of them as one block. */
  Blocks together(Object held, int blocks) {
    return Blocks.same(held, Math.multiplyExact(blocks, elements), type);
  }

  /** Those of this host's ranks, where they are among the blocks of all ranks. */
  Blocks ofThisHost(Blocks all) {
    int[] ranks = groups.ownRanks();
    int[] counts = new int[ranks.length];
    int[] displacements = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      counts[i] = elements;
      displacements[i] = Math.multiplyExact(ranks[i], elements);
    }
    return all.cut(counts, displacements);
  }

  /** A block for each host, of blocks that are host after host. */
  Blocks ofEachHost(Blocks ordered) {
    int[] counts = new int[layout.hosts()];
    int[] displacements = new int[layout.hosts()];
    for (int host = 0; host < counts.length; host++) {
      counts[host] = Math.multiplyExact(layout.size(host), elements);
      displacements[host] = Math.multiplyExact(layout.begin(host), elements);
    }
    return ordered.cut(counts, displacements);
  }

  /** Copies blocks of other hosts' ranks from where they are host after host. */
  void restoreOtherHosts(Object held, Blocks all) {
    for (int place = 0; place < layout.ranks(); place++) {
      if (isElsewhere(place)) {
        long offsetBytes = all.offsetBytes(layout.rankAt(place));
        groups.workspace().copy(held, place * bytes, all.storage, offsetBytes, bytes);
      }
    }
  }

  /** The other way round. */
  void arrangeForOtherHosts(Blocks all, Object held) {
    for (int place = 0; place < layout.ranks(); place++) {
      if (isElsewhere(place)) {
        long offsetBytes = all.offsetBytes(layout.rankAt(place));
        groups.workspace().copy(all.storage, offsetBytes, held, place * bytes, bytes);
      }
    }
  }

  private boolean isElsewhere(int place) {
    int begin = layout.begin(groups.host);
    return place < begin || place >= begin + groups.ownRanks().length;
  }
}
