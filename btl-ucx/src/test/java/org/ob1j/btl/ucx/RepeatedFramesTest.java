package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.Ordering;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Frames whose headers are like those before, more than UCX's queue takes, so that some wait and
 * may be overtaken.
 */
@Timeout(120)
class RepeatedFramesTest {
  private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
  private static final int FRAMES = 200_000;

  /** UCX's queue holds 64. */
  private static final int LONGEST_BURST = 200;

  private final CheckingReceiver receiver = new CheckingReceiver();
  private BtlModule sender;
  private BtlModule target;

  @BeforeEach
  void open() {
    Ucx.assumeAvailable();
    InMemoryModex modex = new InMemoryModex(2);
    sender = open(0, modex, new CheckingReceiver());
    target = open(1, modex, receiver);
    modex.publishAll();
  }

  private static BtlModule open(int rank, InMemoryModex modex, BtlReceiver receiver) {
    ParameterSet parameters = ParameterSet.of(Ucx.parameters(Ucx.POSIX));
    JobIdentity identity = new JobIdentity("repeats", rank, 2, rank, 2);
    BtlContext context = new BtlContext(identity, modex.view(rank), SECRET, parameters, receiver);
    return new UcxComponent().initialise(context).get(0);
  }

  @AfterEach
  void close() {
    if (sender != null) {
      sender.close();
      target.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldDeliverEachFrameWithItsHeader(long seed) {
    Random random = new Random(seed);
    BtlEndpoint endpoint = sender.endpoint(1);
    int sent = 0;
    int waiting = 0;
    long second = 0;
    while (sent < FRAMES) {
      int burstEnd = Math.min(FRAMES, sent + 1 + random.nextInt(LONGEST_BURST));
      while (sent < burstEnd && send(endpoint, second, sent)) {
        second = random.nextInt(100) == 0 ? random.nextLong() : second;
        sent++;
        waiting += ((UcxEndpoint) endpoint).inFlightBytes() == 0 ? 0 : 1;
      }
      for (int polls = random.nextInt(4); polls > 0; polls--) {
        sender.progress();
        target.progress();
      }
    }
    while (receiver.seen.cardinality() < FRAMES) {
      sender.progress();
      target.progress();
    }

    assertThat(receiver.wrong).as("seed %d", seed).isZero();
    assertThat(receiver.repeated).isPositive();
    assertThat(waiting).as("frames sent while some waited").isPositive();
  }

  /** The first word and the payload tell what the second word must be; false if busy. */
  private static boolean send(BtlEndpoint endpoint, long second, int number) {
    Frame frame = endpoint.reserve(24, 16, Ordering.DEFAULT);
    if (frame == null) {
      return false;
    }
    Memory header = frame.headerMemory();
    header.putLong(frame.headerOffset(), 17);
    header.putLong(frame.headerOffset() + 8, second);
    header.putLong(frame.headerOffset() + 16, number);
    frame.payloadMemory().putLong(frame.payloadOffset(), second);
    frame.payloadMemory().putLong(frame.payloadOffset() + 8, number);
    endpoint.sendImmediate(frame);
    return true;
  }

  private static final class CheckingReceiver implements BtlReceiver {
    final BitSet seen = new BitSet(FRAMES);
    long wrong;
    long repeated;

    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      int number = (int) header.getLong(headerOffset + 16);
      boolean isRight =
          headerBytes == 24
              && payloadBytes == 16
              && header.getLong(headerOffset) == 17
              && header.getLong(headerOffset + 8) == payload.getLong(payloadOffset)
              && number == payload.getLong(payloadOffset + 8)
              && !seen.get(number);
      wrong += isRight ? 0 : 1;
      repeated += header.capacity() == RepeatedHeader.BYTES ? 1 : 0;
      seen.set(number);
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      throw new AssertionError("rank " + peer + " has failed", cause);
    }
  }
}
