package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.TagLane;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.RegistrationEntry;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.offload.LaneTag;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Tagged messages that no working peer sends: rejected, and no receive is lost with them. */
@Timeout(120)
class MutatedTagFramesTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int TAG = 7;
  private static final int PAYLOAD_BYTES = 40;

  private static final int FRAMES = 20_000;

  private final Random random = new Random(20_261_122);
  private final Memory message = Memory.allocate(512);
  private final Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
  private int payloadBytes;
  private int accepted;

  private static InMemoryJob job(long seed) {
    InMemoryFabric fabric =
        new InMemoryFabric(seed, Behaviour.ordered().withTags(Nature.willing(4, 512)));
    return new InMemoryJob(2, fabric, ParameterSet.of(Map.of()));
  }

  /** A right message from rank 0 to rank 1, but for what the test does with it. */
  private static Frame frame(TagLane lane, int headerBytes) {
    Frame frame = null;
    while (frame == null) {
      frame = lane.reserve(headerBytes, PAYLOAD_BYTES);
    }
    if (headerBytes >= MatchHeader.BYTES) {
      MatchHeader.write(
          frame.headerMemory(),
          0,
          HeaderType.MATCH,
          MessageFlags.ALLOCATED_STANDARD,
          0,
          0,
          TAG,
          0,
          PAYLOAD_BYTES);
    }
    return frame;
  }

  @Test
  void shouldRejectAHeaderThatContradictsItsTag() {
    for (int receives = 0; receives < 2; receives++) {
      try (InMemoryJob job = job(receives)) {
        byte[] buffer = new byte[100];
        PmlRequest receive =
            receives == 0 ? null : job.world(1).irecv(buffer, buffer.length, BYTES, 0, 8);
        TagLane lane = job.engine(0).peers().of(1).endpoint().tagLane();
        lane.send(frame(lane, MatchHeader.BYTES), LaneTag.of(0, 0, 8));
        job.await("a rejection", () -> job.engine(1).describe().contains("BAD_TAG=1"));
        PmlRequest awaited =
            receive == null ? job.world(1).irecv(buffer, buffer.length, BYTES, 0, 8) : receive;
        byte[] data = {1, 2, 3};
        job.world(0).isend(SendMode.STANDARD, data, 3, BYTES, 1, 8);
        job.await("the message", awaited::isComplete);
        assertThat(buffer).startsWith(data);
      }
    }
  }

  /** Messages of a peer that has gone mad, beside traffic of another pair that is verified. */
  @Test
  void shouldRejectByNameWhatCannotBeRightAndDisturbNobody() {
    InMemoryFabric fabric =
        new InMemoryFabric(1, Behaviour.ordered().withTags(Nature.willing(4, 512)));
    try (InMemoryJob job = new InMemoryJob(3, fabric, ParameterSet.of(Map.of()))) {
      for (int i = 0; i < FRAMES; i++) {
        int headerBytes = writeValid();
        long tag = LaneTag.of(0, 2, TAG);
        for (int changes = random.nextInt(3); changes > 0; changes--) {
          message.putByte(random.nextInt(headerBytes), (byte) random.nextInt(256));
        }
        int lengthBytes =
            random.nextInt(8) == 0 ? 8 * random.nextInt(9) : headerBytes + payloadBytes;
        deliver(job, random.nextInt(4) == 0 ? tag ^ 1L << random.nextInt(48) : tag, lengthBytes);
        if (i % 1_000 == 0) {
          exchangeVerified(job, i);
        }
      }
    }
    assertThat(rejections.keySet())
        .contains(
            Rejection.HEADER_TOO_SHORT,
            Rejection.UNKNOWN_TYPE,
            Rejection.UNKNOWN_FLAGS,
            Rejection.BAD_LENGTH,
            Rejection.BAD_TAG,
            Rejection.BAD_KEY);
    assertThat(accepted).isPositive();
  }

  private int writeValid() {
    int type =
        switch (random.nextInt(3)) {
          case 0 -> HeaderType.MATCH;
          case 1 -> HeaderType.RNDV;
          default -> HeaderType.RGET;
        };
    int flags =
        switch (type) {
          case HeaderType.MATCH -> MessageFlags.ALLOCATED_STANDARD;
          case HeaderType.RNDV ->
              MessageFlags.of(SendMode.STANDARD, SendProtocol.SEND_RECEIVE_PIPELINE);
          default -> MessageFlags.of(SendMode.STANDARD, SendProtocol.RDMA_DIRECT_GET);
        };
    RegistrationEntry entry = new RegistrationEntry(0, 0, new byte[16]);
    payloadBytes = type == HeaderType.RGET ? entry.bytes() : PAYLOAD_BYTES;
    MatchHeader.write(message, 0, type, flags, 0, 2, TAG, 0, payloadBytes);
    if (type != HeaderType.MATCH) {
      RendezvousHeader.writeRest(message, 0, 1000, 1, 1);
      entry.write(message, RendezvousHeader.BYTES);
    }
    return HeaderType.headerBytes(type);
  }

  private void deliver(InMemoryJob job, long tag, int lengthBytes) {
    try {
      job.engine(0)
          .tagFrames()
          .offload()
          .unexpected(tag, lengthBytes == 0 ? null : message, 0, lengthBytes);
      accepted++;
    } catch (FrameRejectedException rejected) {
      rejections.merge(rejected.rejection(), 1, Integer::sum);
    }
  }

  private static void exchangeVerified(InMemoryJob job, int number) {
    byte[] data = new byte[1 + number % 9_000];
    Arrays.fill(data, (byte) number);
    byte[] buffer = new byte[data.length];
    PmlRequest receive = job.world(0).irecv(buffer, buffer.length, BYTES, 1, 99);
    PmlRequest send = job.world(1).isend(SendMode.STANDARD, data, data.length, BYTES, 0, 99);
    job.await("verified traffic", () -> send.isComplete() && receive.isComplete());
    assertThat(buffer).isEqualTo(data);
    job.engine(0).release(receive);
    job.engine(1).release(send);
  }
}
