package org.ob1j.pml.protocol;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.bml.Rail;
import org.ob1j.bml.Rails;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlRegistration;

/**
 * A rail by which a part of a message can come into the memory of its receive by RDMA.
 *
 * @param memory of the receive, acquired for this rail; null if the part is to be got
 */
record PutRail(Rail rail, RegisteredMemory memory) {

  /**
   * The rail by which a message was announced, and those by which its sender can put into the
   * memory of its receive; at most {@code max_rdma_per_request}, of the highest bandwidths.
   *
   * @param from the rail of the announcement, the first of the result
   * @param memory acquired for that one
   */
  static List<PutRail> of(ReceiveRequest request, BtlEndpoint from, RegisteredMemory memory) {
    Rails rails = request.peer().rails();
    int limit = request.owner().limits().rdmaRails() - 1;
    List<PutRail> result = new ArrayList<>();
    result.add(alone(request, from, memory));
    if (rails.areSeveral() && rails.of(from) != null) {
      for (Rail other : rails.strongest(rails.all().size())) {
        RegisteredMemory others =
            limit == 0 || other.endpoint() == from ? null : acquire(request, other);
        if (others != null) {
          result.add(new PutRail(other, others));
          limit--;
        }
      }
    }
    return result;
  }

  /** The rail by which a message was announced. */
  static PutRail alone(ReceiveRequest request, BtlEndpoint from, RegisteredMemory memory) {
    Rail rail = request.peer().rails().of(from);
    return new PutRail(rail == null ? new Rail(from) : rail, memory);
  }

  /** How a run of bytes is divided among these. */
  static long[] shares(long lengthBytes, List<PutRail> rails) {
    // Most messages have one rail, and what they do without is a part of their latency.
    return rails.size() == 1
        ? new long[] {lengthBytes}
        : Rails.divide(lengthBytes, rails.stream().map(PutRail::rail).toList());
  }

  private static RegisteredMemory acquire(ReceiveRequest request, Rail rail) {
    Requests owner = request.owner();
    return rail.attributes().capabilities().puts()
        ? owner
            .registrations()
            .acquire(
                rail.endpoint().module(),
                request.convertor().region(owner.buffers()),
                BtlRegistration.REMOTE_WRITE)
        : null;
  }
}
