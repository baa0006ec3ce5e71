package org.ob1j.btl.inmemory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.inmemory.InMemoryQueue.Parcel;

/** Payloads that go where the receiver wants them, and arrive in any order. */
final class InMemoryPlacements {
  private record Placed(BtlEndpoint from, PayloadTarget target, Parcel parcel) {
    void arrive() {
      ByteBuffer payload = parcel.payload().bytes();
      target.memory().put((int) target.offset(), payload, 0, parcel.payloadBytes());
      target.arrived();
    }
  }

  private final List<Placed> underWay = new ArrayList<>();

  /** Asks where a payload should go, and has it under way; false if that is nowhere. */
  boolean place(BtlReceiver receiver, BtlEndpoint from, Parcel parcel) {
    PayloadTarget target =
        receiver.place(from, parcel.header(), 0, parcel.headerBytes(), parcel.payloadBytes());
    if (target == null) {
      return false;
    }
    underWay.add(new Placed(from, target, parcel));
    return true;
  }

  /** Has a random one arrive, now and then; returns how many. */
  int endOne(Random scheduler) {
    if (underWay.isEmpty() || scheduler.nextInt(3) == 0) {
      return 0;
    }
    underWay.remove(scheduler.nextInt(underWay.size())).arrive();
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
