package org.ob1j.btl.sm.forked;

import java.util.Map;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.FabricRank;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.sm.SharedMemoryComponent;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * A process that sends a frame to each of many others, whichever of them are still there, and says
 * from whom it has one.
 */
final class AppearingRank {
  private AppearingRank() {}

  /**
   * @param arguments a parameter and its value, how many ranks, the rank
   */
  public static void main(String[] arguments) {
    String[] setting = arguments[0].split("=");
    int size = Integer.parseInt(arguments[1]);
    int rank = Integer.parseInt(arguments[2]);
    PipeModex modex = new PipeModex();
    VerifyingReceiver receiver = new VerifyingReceiver(rank);
    // As if it were alone on its host: nothing depends on how many there are.
    BtlContext context =
        new BtlContext(
            new JobIdentity(RandomTrafficRank.JOB_ID, rank, size, 0, 1),
            modex,
            new byte[32],
            ParameterSet.of(Map.of(setting[0], setting[1])),
            receiver);
    FabricRank fabricRank =
        new FabricRank(rank, new SharedMemoryComponent().initialise(context), receiver);
    modex.fence();
    for (int offset = 1; offset < size; offset++) {
      int peer = (rank + offset) % size;
      if (fabricRank.modules().get(0).endpoint(peer) != null) {
        fabricRank.await("room", () -> fabricRank.trySend(peer, 24, 100));
      }
    }
    boolean[] told = new boolean[size];
    while (true) {
      fabricRank.progress();
      for (int peer = 0; peer < size; peer++) {
        if (!told[peer] && !receiver.received(peer).isEmpty()) {
          told[peer] = true;
          System.out.println("FROM " + peer);
        }
      }
      if (!receiver.errors().isEmpty()) {
        throw new AssertionError(receiver.errors().toString());
      }
      Thread.onSpinWait();
    }
  }
}
