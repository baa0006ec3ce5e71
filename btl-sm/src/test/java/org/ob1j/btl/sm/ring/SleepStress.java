package org.ob1j.btl.sm.ring;

import java.nio.channels.SelectableChannel;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.segment.SleepFlag;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A process falls asleep while a frame comes on a ring that it does not poll: it sees the frame, or
 * the sender sees the flag, or both. Never neither.
 *
 * <p>First result: 1 if the owner saw nothing and would sleep. Second: 1 if nobody has taken the
 * flag down in the end.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "seen, and rung")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "seen")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "rung")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "asleep beside a frame")
@State
public class SleepStress {
  private static final int RINGS = 2;
  private static final int RING = 1;

  /** No process has this descriptor: ringing fails, and that it was tried is what counts. */
  private static final Doorbell NOBODY =
      new Doorbell() {
        @Override
        public DoorbellAddress address() {
          return new DoorbellAddress(ProcessHandle.current().pid(), -1, 0);
        }

        @Override
        public boolean watch(SelectableChannel channel, int operations) {
          return false;
        }
      };

  private final RingPair pair = new RingPair(RINGS, RING);
  private final SleepFlag flag = new SleepFlag(pair.header, NOBODY);
  private final PollSet pollSet = new PollSet(pair.header, new Owner(), flag, () -> 0);

  private final class Owner implements PollSet.Owner {
    @Override
    public IncomingRing open(int index) {
      return pair.incoming;
    }

    @Override
    public void broken(IncomingRing ring, FrameRejectedException cause) {
      throw cause;
    }

    @Override
    public void survey() {
      // Nothing to do.
    }
  }

  /** Sends a frame. */
  @Actor
  public void sender() {
    pair.send(24, 8);
  }

  /** Is about to sleep. */
  @Actor
  public void owner(II_Result result) {
    pollSet.prepareSleep();
    result.r1 = pollSet.maxSleepNanos() > 0 ? 1 : 0;
  }

  /** Looks at the flag. */
  @Arbiter
  public void end(II_Result result) {
    result.r2 = flag.isRaised() ? 1 : 0;
  }
}
