package org.ob1j.launcher.placement;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * What the ranks of a host are to be tied to, for the host that has the CPUs: it alone knows how
 * they belong together.
 *
 * @param mapping how they go round the host
 * @param binding what they get
 * @param cpuSet the CPUs that may be used, or null
 * @param slotLists what a rankfile says of each rank, "" where it says nothing; none: there is none
 */
public record BindingRequest(
    Mapping mapping, Binding binding, String cpuSet, List<String> slotLists) {
  private static final int MAX_RANKS = 1_000_000;

  public BindingRequest {
    slotLists = List.copyOf(slotLists);
  }

  /** What options say; other ones than --bind-to may imply a binding. */
  public static BindingRequest of(Mapping mapping, Binding binding, String cpuSet)
      throws LaunchException {
    if (binding.ordered() && cpuSet == null) {
      throw LaunchException.usage("--bind-to cpu-list:ordered needs the CPUs: --cpu-list LIST");
    }
    Binding implied = binding;
    if (!binding.explicit() && mapping.coresOfEach() > 0) {
      implied = new Binding(mapping.unit(), false, false, false);
    } else if (binding.to() == null && cpuSet != null) {
      implied = new Binding(Level.BOARD, false, false, false);
    }
    return new BindingRequest(mapping, implied, cpuSet, List.of());
  }

  /** The same with what a rankfile says. */
  public BindingRequest with(List<String> otherSlotLists) {
    return new BindingRequest(mapping, binding, cpuSet, otherSlotLists);
  }

  /** Whether no rank is tied to anything. */
  public boolean isNothing() {
    boolean isNothing = binding.to() == null;
    for (String list : slotLists) {
      isNothing &= list.isEmpty();
    }
    return isNothing;
  }

  /**
   * The CPUs of each of this host's ranks; none where ranks are not bound.
   *
   * @throws LaunchException if there are too few cores
   */
  public List<List<Integer>> cpus(int ranks) throws LaunchException {
    return isNothing() ? List.of() : cpus(ranks, topology());
  }

  List<List<Integer>> cpus(int ranks, CpuTopology topology) throws LaunchException {
    if (slotLists.isEmpty()) {
      boolean shares = mapping.mayOversubscribe() || binding.overload();
      return Placement.of(ranks, mapping, binding, topology, shares);
    }
    List<List<Integer>> cpus = new ArrayList<>();
    for (String slots : slotLists) {
      cpus.add(slots.isEmpty() ? List.of() : SlotList.cpus(slots, mapping.unit(), topology));
    }
    return cpus;
  }

  /** The CPUs of this host that may be used. */
  public CpuTopology topology() throws LaunchException {
    CpuTopology all = CpuTopology.ofThisHost();
    CpuTopology usable = cpuSet == null ? all : all.confinedTo(cpuSet);
    return binding.ordered() ? usable : usable.sorted();
  }

  /** Writes it for {@link #read}. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(number(mapping.by()));
    out.writeInt(mapping.ranksOnEach());
    out.writeInt(mapping.coresOfEach());
    out.writeByte(number(mapping.rankBy()));
    out.writeBoolean(mapping.hardwareThreads());
    out.writeBoolean(mapping.mayOversubscribe());
    out.writeByte(number(binding.to()));
    out.writeBoolean(binding.overload());
    out.writeBoolean(binding.ordered());
    out.writeUTF(cpuSet == null ? "" : cpuSet);
    out.writeInt(slotLists.size());
    for (String slots : slotLists) {
      out.writeUTF(slots);
    }
  }

  /**
   * Reads what {@link #write} wrote. Whether the user said something or it is the default is not
   * told: it has been decided.
   */
  public static BindingRequest read(DataInput in) throws IOException {
    Mapping mapping =
        new Mapping(
            level(in.readByte()),
            in.readInt(),
            in.readInt(),
            level(in.readByte()),
            in.readBoolean(),
            in.readBoolean());
    Binding binding = new Binding(level(in.readByte()), true, in.readBoolean(), in.readBoolean());
    String cpuSet = in.readUTF();
    int ranks = in.readInt();
    if (ranks < 0 || ranks > MAX_RANKS) {
      throw new IOException("a rankfile cannot have " + ranks + " ranks on one host");
    }
    List<String> slotLists = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      slotLists.add(in.readUTF());
    }
    return new BindingRequest(mapping, binding, cpuSet.isEmpty() ? null : cpuSet, slotLists);
  }

  private static int number(Level level) {
    return level == null ? 0 : level.ordinal() + 1;
  }

  private static Level level(int number) throws IOException {
    if (number < 0 || number > Level.values().length) {
      throw new IOException("there is no level " + number);
    }
    return number == 0 ? null : Level.values()[number - 1];
  }
}
