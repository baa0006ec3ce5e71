package org.ob1j.btl.sm.forked;

import java.util.Map;
import java.util.Random;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FabricRank;
import org.ob1j.btl.TestFrames;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.sm.SharedMemoryComponent;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/** A process that exchanges random frames with all others and verifies every byte. */
final class RandomTrafficRank {
  static final String JOB_ID = "forkedranks";

  private RandomTrafficRank() {}

  /**
   * @param arguments a parameter and its value, how many ranks, how many frames to each, the rank
   */
  public static void main(String[] arguments) {
    String[] setting = arguments[0].split("=");
    int size = Integer.parseInt(arguments[1]);
    int frames = Integer.parseInt(arguments[2]);
    int rank = Integer.parseInt(arguments[3]);
    PipeModex modex = new PipeModex();
    VerifyingReceiver receiver = new VerifyingReceiver(rank);
    BtlContext context =
        new BtlContext(
            new JobIdentity(JOB_ID, rank, size, rank, size),
            modex,
            new byte[32],
            ParameterSet.of(Map.of(setting[0], setting[1])),
            receiver);
    FabricRank fabricRank =
        new FabricRank(rank, new SharedMemoryComponent().initialise(context), receiver);
    modex.fence();
    run(fabricRank, size, frames);
    if (!receiver.errors().isEmpty() || !receiver.failures().isEmpty()) {
      throw new AssertionError(receiver.errors() + " " + receiver.failures());
    }
    System.out.println("VERIFIED " + receiver.receivedCount());
    fabricRank.close();
  }

  private static void run(FabricRank rank, int size, int frames) {
    Random random = new Random(rank.rank());
    int expected = (size - 1) * frames;
    for (int i = 0; i < frames; i++) {
      int longest = i % 50 == 0 ? 16 * 1024 - 248 : 100;
      for (int offset = 1; offset < size; offset++) {
        int peer = (rank.rank() + offset) % size;
        int headerBytes = 8 * (1 + random.nextInt(31));
        int most = rank.endpoint(peer).maxFrameBytes() - BtlEndpoint.MAX_HEADER_BYTES;
        int payloadBytes = random.nextInt(Math.min(longest, most));
        rank.await("a send", () -> rank.trySend(peer, headerBytes, payloadBytes));
      }
      if (i == 100) {
        rank.await("a frame", () -> rank.receiver().receivedCount() > 0);
        System.out.println("RECEIVING");
      }
    }
    rank.await(
        "all frames",
        () -> rank.receiver().receivedCount() == expected && rank.pendingCompletions() == 0);
    for (int offset = 1; offset < size; offset++) {
      int peer = (rank.rank() + offset) % size;
      long number = 0;
      for (TestFrames.Noted frame : rank.receiver().received(peer)) {
        if (frame.number() != number++) {
          throw new AssertionError(
              "frame " + frame.number() + " where " + (number - 1) + " was due");
        }
      }
    }
  }
}
