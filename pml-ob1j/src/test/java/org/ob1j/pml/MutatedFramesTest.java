package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.pml.header.AckHeader;
import org.ob1j.pml.header.CreditHeader;
import org.ob1j.pml.header.DiscardHeader;
import org.ob1j.pml.header.FinishHeader;
import org.ob1j.pml.header.FragmentHeader;
import org.ob1j.pml.header.HeaderType;
import org.ob1j.pml.header.MatchHeader;
import org.ob1j.pml.header.MessageFlags;
import org.ob1j.pml.header.PutHeader;
import org.ob1j.pml.header.RegistrationEntry;
import org.ob1j.pml.header.RendezvousHeader;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * A million frames with random mutations from a peer that has gone mad: each is taken for what it
 * says or rejected by name, and the traffic of another pair beside it is untouched.
 */
class MutatedFramesTest {
  private static final int FRAMES = 1_000_000;
  private static final int MAX_PAYLOAD = 256;
  private static final long SEED = 20_261_120;
  private static final int RENDEZVOUS_FLAGS =
      MessageFlags.of(SendMode.STANDARD, SendProtocol.SEND_RECEIVE_PIPELINE);
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final Random random = new Random(SEED);
  private final Memory header = Memory.allocate(128);
  private final Memory payload = Memory.allocate(MAX_PAYLOAD);
  private final Map<Rejection, Integer> rejections = new EnumMap<>(Rejection.class);
  private int sequence;
  private int accepted;

  @Test
  @Timeout(300)
  void shouldRejectByNameWhatCannotBeRightAndDisturbNobody() {
    Behaviour behaviour = Behaviour.ordered().withCapabilities(InMemoryFabric.ALL_CAPABILITIES);
    try (InMemoryJob job =
        new InMemoryJob(3, new InMemoryFabric(SEED, behaviour), ParameterSet.empty())) {
      BtlEndpoint mad = job.engine(0).peers().of(2).endpoint();
      for (int i = 0; i < FRAMES; i++) {
        if (i % 64 == 0) {
          deliver(job, mad, HeaderType.MATCH, MatchHeader.BYTES, false);
        }
        int headerBytes = writeValid();
        int type = HeaderType.of(header.getLong(0));
        deliver(job, mad, type, mutate(headerBytes), true);
        if (i % 5_000 == 0) {
          exchangeVerified(job, i);
        }
      }
      // Sequence numbers of source 2 have wandered: only named rejections and acceptances are left.
      assertThat(rejections.keySet())
          .contains(
              Rejection.HEADER_TOO_SHORT,
              Rejection.UNKNOWN_TYPE,
              Rejection.UNKNOWN_FLAGS,
              Rejection.BAD_LENGTH,
              Rejection.BAD_SOURCE,
              Rejection.BAD_TAG,
              Rejection.BAD_CONTEXT,
              Rejection.BAD_SEQUENCE,
              Rejection.BAD_KEY,
              Rejection.UNKNOWN_REQUEST);
      assertThat(accepted + rejections.values().stream().mapToInt(n -> n).sum())
          .isGreaterThanOrEqualTo(FRAMES);
      assertThat(job.engine(0).peers().of(2).hasFailed()).isFalse();
    }
  }

  /** Hands a frame to rank 0 as if a transport had received it from rank 2. */
  private void deliver(
      InMemoryJob job, BtlEndpoint from, int type, int headerBytes, boolean mutated) {
    int payloadBytes = mutated ? random.nextInt(8) * 32 : 0;
    if (!mutated) {
      MatchHeader.write(header, 0, type, 0, 0, 2, 7, sequence++, 0);
      payloadBytes = 0;
    }
    try {
      job.engine(0)
          .bml()
          .receiver()
          .receive(
              from, header, 0, headerBytes, payloadBytes == 0 ? null : payload, 0, payloadBytes);
      accepted++;
    } catch (FrameRejectedException rejected) {
      rejections.merge(rejected.rejection(), 1, Integer::sum);
    }
  }

  private int writeValid() {
    int length = random.nextInt(8) * 32;
    switch (random.nextInt(9)) {
      case 0 -> {
        MatchHeader.write(header, 0, HeaderType.MATCH, 0, 0, 2, 7, sequence, length);
        return MatchHeader.BYTES;
      }
      case 1 -> {
        MatchHeader.write(header, 0, HeaderType.RNDV, RENDEZVOUS_FLAGS, 0, 2, 7, sequence, length);
        RendezvousHeader.writeRest(header, 0, 10L * length, 1, 1);
        return RendezvousHeader.BYTES;
      }
      case 2 -> {
        AckHeader.write(header, 0, random.nextInt(3), 0, 0, length, length, 2L * length);
        return AckHeader.BYTES;
      }
      case 7 -> {
        DiscardHeader.write(header, 0, random.nextInt(3));
        return DiscardHeader.BYTES;
      }
      case 3 -> {
        FragmentHeader.write(header, 0, random.nextInt(3), 0, length, length);
        return FragmentHeader.BYTES;
      }
      case 4 -> {
        int flags = MessageFlags.of(SendMode.STANDARD, SendProtocol.RDMA_DIRECT_GET);
        MatchHeader.write(header, 0, HeaderType.RGET, flags, 0, 2, 7, sequence, length);
        RendezvousHeader.writeRest(header, 0, 10L * length, 1, 1);
        new RegistrationEntry(0, 0, new byte[8 * random.nextInt(5)]).write(payload, 0);
        return RendezvousHeader.BYTES;
      }
      case 5 -> {
        new PutHeader(random.nextInt(3), 0, 0, length, 0, length, 0).write(header, 0, length);
        return PutHeader.BYTES;
      }
      case 6 -> {
        int flags = random.nextInt(3);
        new FinishHeader(flags, 0, 2, sequence, random.nextInt(3), 0, length, length, 0)
            .write(header, 0);
        return FinishHeader.BYTES;
      }
      default -> {
        CreditHeader.write(header, 0, random.nextInt(100));
        return CreditHeader.BYTES;
      }
    }
  }

  /** Changes one to three bytes or the header's length, and returns the length. */
  private int mutate(int headerBytes) {
    if (random.nextInt(16) == 0) {
      return 8 * random.nextInt(8);
    }
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      header.putByte(random.nextInt(headerBytes), (byte) random.nextInt(256));
    }
    return headerBytes;
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
