package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.collective.host.HostSharing;
import org.ob1j.runtime.collective.host.WithinHost;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.collective.shared.MessageAlgorithms;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * {@link ByMessages}, made for the first collective that needs it: where all go through shared
 * memory its tables and classes would only make the first one slower.
 */
final class MessagesOnDemand implements MessageAlgorithms {
  private final Members members;
  private final HostLayout layout;
  private final ParameterSet named;
  private final HostSharing sharing;
  private ByMessages made;

  /**
   * Nothing is made yet.
   *
   * @param layout null where hosts make no difference
   * @param named has {@link CollectiveParameters}; null if none is given
   * @param sharing what the ranks of a host share; null where hosts make no difference
   */
  MessagesOnDemand(Members members, HostLayout layout, ParameterSet named, HostSharing sharing) {
    this.members = members;
    this.layout = layout;
    this.named = named;
    this.sharing = sharing;
  }

  /** What the ranks of a host do among each other; null where hosts make no difference. */
  WithinHost withinHost() {
    return layout == null ? null : get().hosts().within();
  }

  /** The communicator is used no more. */
  void close() {
    if (layout != null && made != null) {
      made.hosts().within().close();
    }
  }

  ByMessages get() {
    if (made == null) {
      made = ByMessages.of(members, layout, named, sharing);
    }
    return made;
  }

  @Override
  public Algorithm byMessages(
      CollectiveKind kind, Blocks own, Blocks all, Reduction reduction, int root) {
    return get().byMessages(kind, own, all, reduction, root);
  }

  @Override
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    return get().reduceScatter(own, result, counts, reduction);
  }
}
