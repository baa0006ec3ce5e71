package org.ob1j.btl.sm.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ob1j.btl.sm.ring.RingPair;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.ProgressEngine;
import org.ob1j.runtime.progress.WaitPolicy;

class SleepFlagTest {
  @Test
  void shouldRingOnceForASleepHoweverManyFramesCome() {
    RingPair pair = new RingPair(2, 1);
    ProgressEngine engine = new ProgressEngine(WaitPolicy.forHost(1, 1));
    SleepFlag flag = new SleepFlag(pair.header, engine.doorbell());
    flag.raise();

    pair.send(8, 0);

    assertThat(flag.isRaised()).isFalse();
    flag.raise();
    pair.send(8, 0);
    // The doorbell word still says that the first frame is there.
    assertThat(flag.isRaised()).isTrue();
    engine.close();
  }

  @Test
  void shouldGoOnIfAPeerCannotBeRung() {
    Memory segment = Memory.allocate(SegmentLayout.HEADER_BYTES);
    segment.putLong(SegmentLayout.ASLEEP_OFFSET, -1);
    segment.putLong(SegmentLayout.DOORBELL_DESCRIPTOR_OFFSET, Long.MIN_VALUE);
    segment.putLong(SegmentLayout.DOORBELL_INODE_OFFSET, -5);
    PeerSleep peer = new PeerSleep(segment, ProcessHandle.current().pid());

    peer.wake();

    assertThat(peer.describe()).startsWith("woken 1 times, could not ring: ");
    peer.close();
  }
}
