package org.ob1j.btl.inmemory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.inmemory.InMemoryQueue.Parcel;

/** Payloads that go where the receiver wants them, and arrive in any order. */
final class InMemoryPlaces {
  private record Placed(BtlEndpoint from, PayloadTarget target) {}

  private final List<Placed> underWay = new ArrayList<>();

  /** Asks where a payload should go, and begins to write it; false if that is nowhere. */
  boolean place(BtlReceiver receiver, BtlEndpoint from, Parcel parcel) {
    PayloadTarget target =
        receiver.place(from, parcel.header(), 0, parcel.headerBytes(), parcel.payloadBytes());
    if (target == null) {
      return false;
    }
    target.memory().put((int) target.offset(), parcel.payload().bytes(), 0, parcel.payloadBytes());
    underWay.add(new Placed(from, target));
    return true;
  }

  /** Says of a random one that it is there, now and then; returns of how many. */
  int endOne(Random scheduler) {
    if (underWay.isEmpty() || scheduler.nextInt(3) == 0) {
      return 0;
    }
    underWay.remove(scheduler.nextInt(underWay.size())).target().arrived();
    return 1;
  }

  /** Those of a peer that has gone never end. */
  void abandon(BtlEndpoint from) {
    List<Placed> lost = new ArrayList<>(underWay);
    lost.removeIf(placed -> placed.from() != from);
    underWay.removeAll(lost);
    lost.forEach(placed -> placed.target().abandoned());
  }
}
