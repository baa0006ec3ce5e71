package org.ob1j.launcher.placement;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * What must be known of a host to decide how many ranks it gets; a host tells it of itself.
 *
 * @param parts how many of each level it has that ranks may use
 * @param memoryBytes its memory; 0: it is not known
 */
public record NodeTopology(Map<Level, Integer> parts, long memoryBytes) {
  public NodeTopology {
    parts = Map.copyOf(parts);
  }

  /**
   * That of this host.
   *
   * @param request which of its CPUs may be used
   */
  public static NodeTopology ofThisHost(BindingRequest request) throws LaunchException {
    return of(request.topology(), HostMemory.ofThisHost());
  }

  static NodeTopology of(CpuTopology topology, long memoryBytes) throws LaunchException {
    Map<Level, Integer> parts = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      parts.put(level, topology.groups(level).size());
    }
    return new NodeTopology(parts, memoryBytes);
  }

  /** How many of a level there are. */
  public int count(Level level) {
    return parts.get(level);
  }

  /** Writes it for {@link #read}. */
  public void write(DataOutput out) throws IOException {
    for (Level level : Level.values()) {
      out.writeInt(count(level));
    }
    out.writeLong(memoryBytes);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException also if a number is impossible
   */
  public static NodeTopology read(DataInput in) throws IOException {
    Map<Level, Integer> parts = new EnumMap<>(Level.class);
    for (Level level : Level.values()) {
      int count = in.readInt();
      if (count < 1) {
        throw new IOException("a host cannot have " + count + " of " + level);
      }
      parts.put(level, count);
    }
    return new NodeTopology(parts, in.readLong());
  }
}
