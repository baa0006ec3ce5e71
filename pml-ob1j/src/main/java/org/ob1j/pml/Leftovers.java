package org.ob1j.pml;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.btl.BtlModule;
import org.ob1j.pml.peer.Peer;

/**
 * What a process has that should have ended when MPI does. A program that completes what it starts
 * leaves nothing.
 */
final class Leftovers {
  private final List<String> found = new ArrayList<>();

  private Leftovers() {}

  /** In words; "nothing" if there is nothing. The caller may use the engine. */
  static String of(Ob1Pml pml) {
    Leftovers leftovers = new Leftovers();
    leftovers.add(pml.requests().sends().inUse(), "send requests");
    leftovers.add(pml.requests().receives().inUse(), "receive requests");
    leftovers.add(pml.unclaimed().size(), "matched messages");
    leftovers.add(pml.arrivals().inUse(), "unexpected messages");
    leftovers.add(pml.arrivals().payloadBytesInUse(), "bytes of unexpected messages");
    leftovers.add(pml.contexts().heldCount(), "messages for communicators that were never made");
    leftovers.add(pml.requests().bufferedSends().isOccupied() ? 1 : 0, "attached buffer in use");
    leftovers.add(pml.requests().registrations().usedCount(), "registrations in use");
    if (pml.tagFrames() != null) {
      leftovers.add(pml.tagFrames().offload().awaited(), "receives that a transport has");
    }
    int waiting = 0;
    for (Peer peer : pml.peers().all()) {
      waiting += peer.waitingOperations();
    }
    leftovers.add(waiting, "operations that wait for a transport");
    int registered = 0;
    for (BtlModule module : pml.modules()) {
      registered += module.registrationCount();
    }
    leftovers.add(
        registered - pml.requests().registrations().openCount(),
        "registrations that nobody knows of");
    return leftovers.found.isEmpty() ? "nothing" : String.join(", ", leftovers.found);
  }

  private void add(long count, String what) {
    if (count != 0) {
      found.add(count + " " + what);
    }
  }
}
