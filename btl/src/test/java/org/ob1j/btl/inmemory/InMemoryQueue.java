package org.ob1j.btl.inmemory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ob1j.btl.Frame;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.memory.Memory;

/**
 * What one rank has issued to another and has not taken effect there yet. Whatever may pass earlier
 * operations does so now and then.
 */
final class InMemoryQueue {
  /**
   * An operation.
   *
   * @param sequenceRun shared by those of one ordered sequence with nothing between them; else 0
   * @param header of a frame, else null
   * @param payload of a frame that has one, else null
   * @param rdma null for a frame
   */
  record Parcel(
      BtlOperation operation,
      int ordering,
      long sequenceRun,
      Memory header,
      int headerBytes,
      Memory payload,
      int payloadBytes,
      InMemoryRdma rdma) {
    private boolean mayPass(Parcel earlier, GuaranteedOrder order) {
      boolean sameSequence = sequenceRun != 0 && sequenceRun == earlier.sequenceRun;
      return order.mayPass(operation, ordering, earlier.operation, sameSequence);
    }
  }

  private final GuaranteedOrder order;
  private final List<Parcel> parcels = new ArrayList<>();
  private long runs;
  private int lastSequence;

  InMemoryQueue(GuaranteedOrder order) {
    this.order = order;
  }

  boolean isEmpty() {
    return parcels.isEmpty();
  }

  int size() {
    return parcels.size();
  }

  void clear() {
    parcels.clear();
  }

  void add(Frame sent, int ordering) {
    parcels.add(
        new Parcel(
            BtlOperation.SEND,
            ordering,
            runOf(ordering),
            sent.headerMemory(),
            sent.headerBytes(),
            sent.payloadMemory(),
            sent.payloadBytes(),
            null));
  }

  /** Returns true if it passes all that is queued, and so may take effect at once. */
  boolean add(InMemoryRdma rdma, int ordering) {
    Parcel added = new Parcel(rdma.operation(), ordering, runOf(ordering), null, 0, null, 0, rdma);
    parcels.add(added);
    return mayGo(parcels.size() - 1);
  }

  private long runOf(int ordering) {
    int sequence = RequestedOrder.sequenceOf(ordering);
    runs += sequence == lastSequence ? 0 : 1;
    lastSequence = sequence;
    return sequence == 0 ? 0 : runs;
  }

  /** Takes an operation that may take effect now. */
  Parcel takeNext(Random scheduler) {
    int index = scheduler.nextInt(parcels.size());
    return take(mayGo(index) ? index : 0);
  }

  /** Takes one for which the peer need not be active; null if there is none. */
  Parcel takeOneSided(Random scheduler) {
    if (parcels.isEmpty()) {
      return null;
    }
    int start = scheduler.nextInt(parcels.size());
    for (int i = 0; i < parcels.size(); i++) {
      int index = (start + i) % parcels.size();
      if (parcels.get(index).rdma() != null && mayGo(index)) {
        return take(index);
      }
    }
    return null;
  }

  /** True if something here brings an answer back. */
  boolean awaitsAnswer() {
    for (Parcel each : parcels) {
      if (each.rdma() != null && each.operation() != BtlOperation.PUT) {
        return true;
      }
    }
    return false;
  }

  void remove(InMemoryRdma rdma) {
    parcels.removeIf(each -> each.rdma() == rdma);
  }

  /** The puts and atomics, which change the peer's memory. */
  List<InMemoryRdma> writes() {
    return parcels.stream()
        .filter(each -> each.rdma() != null && each.operation() != BtlOperation.GET)
        .map(Parcel::rdma)
        .toList();
  }

  private boolean mayGo(int index) {
    Parcel later = parcels.get(index);
    for (int i = 0; i < index; i++) {
      if (!later.mayPass(parcels.get(i), order)) {
        return false;
      }
    }
    return true;
  }

  private Parcel take(int index) {
    if ((parcels.get(index).ordering() & RequestedOrder.FENCE_LOCAL) != 0) {
      for (Parcel earlier : parcels.subList(0, index)) {
        if (earlier.operation() == BtlOperation.PUT) {
          earlier.rdma().take();
        }
      }
    }
    return parcels.remove(index);
  }
}
