package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.bml.Registrations.RegisteredMemory;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.MemoryRegion;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/** Whatever has not ended is named; a soak relies on it. */
@Timeout(60)
class LeftoversTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int RDMA = BtlCapabilities.SEND | BtlCapabilities.PUT | BtlCapabilities.GET;

  private static final int QUEUED_FRAMES = Behaviour.ordered().queuedFrames();

  private final InMemoryJob job =
      new InMemoryJob(
          2,
          new InMemoryFabric(1, Behaviour.ordered().withCapabilities(RDMA)),
          ParameterSet.empty());

  @AfterEach
  void close() {
    job.close();
  }

  private String left(int rank) {
    return Leftovers.of(job.engine(rank));
  }

  private PmlRequest send(SendMode mode, int length) {
    return job.world(0).isend(mode, new byte[length], length, BYTES, 1, 1);
  }

  private PmlMessage match() {
    job.await("a message", () -> job.world(1).iprobe(0, 1, new MessageStatus()));
    return job.world(1).matchNow(0, 1);
  }

  @Test
  void shouldNameRequestsUntilTheyAreGivenBack() {
    assertThat(left(0)).isEqualTo("nothing");
    byte[] buffer = new byte[8];
    PmlRequest receive = job.world(1).irecv(buffer, 8, BYTES, 0, 1);
    assertThat(left(1)).isEqualTo("1 receive requests");
    PmlRequest send = send(SendMode.SYNCHRONOUS, 8);
    assertThat(left(0)).isEqualTo("1 send requests");
    job.await("the message", () -> send.isComplete() && receive.isComplete());
    assertThat(List.of(left(0), left(1))).containsExactly("1 send requests", "1 receive requests");
    job.engine(0).release(send);
    job.engine(1).release(receive);
    assertThat(List.of(left(0), left(1))).containsOnly("nothing");
  }

  @Test
  void shouldNameMessagesThatNobodyReceives() {
    send(SendMode.STANDARD, 8);
    send(SendMode.STANDARD, 0);
    job.await("a message", () -> job.world(1).iprobe(0, 1, new MessageStatus()));
    job.await("another", () -> left(1).startsWith("2 unexpected messages, "));
    assertThat(left(1)).endsWith(" bytes of unexpected messages");
    PmlMessage first = match();
    assertThat(left(1)).startsWith("1 matched messages, 2 unexpected messages, ");
    first.discard();
    assertThat(left(1)).isEqualTo("1 unexpected messages");
    match().discard();
    assertThat(left(1)).isEqualTo("nothing");
  }

  @Test
  void shouldNameWhatTheTransportHasRefused() {
    for (int i = 0; i < QUEUED_FRAMES + 3; i++) {
      send(SendMode.STANDARD, 8);
    }
    assertThat(left(0)).endsWith("3 operations that wait for a transport");
    job.await("room", () -> !left(0).contains("wait for a transport"));
  }

  @Test
  void shouldNameAMessageForACommunicatorThatIsNeverMade() {
    job.engine(0)
        .open(9, 0, new int[] {0, 1})
        .isend(SendMode.STANDARD, new byte[8], 8, BYTES, 1, 1);
    job.await("it", () -> left(1).contains("1 messages for communicators that were never made"));
  }

  @Test
  void shouldNameABufferedSendThatHasNotLeft() {
    job.engine(0).attachBuffer(1 << 20);
    send(SendMode.BUFFERED, 500_000);
    assertThat(left(0)).contains("attached buffer in use");
  }

  @Test
  void shouldNameRegistrations() {
    BtlModule module = job.engine(0).modules().get(0);
    MemoryRegion region = new MemoryRegion(ByteBuffer.allocateDirect(100), 0);
    int access = BtlRegistration.REMOTE_READ;
    RegisteredMemory used =
        job.engine(0).requests().registrations().acquire(module, region, access);
    assertThat(left(0)).isEqualTo("1 registrations in use");
    job.engine(0).requests().registrations().release(used);
    assertThat(left(0)).isEqualTo("nothing");
    BtlRegistration forgotten = module.register(region.root(), access);
    assertThat(left(0)).isEqualTo("1 registrations that nobody knows of");
    forgotten.close();
    assertThat(left(0)).isEqualTo("nothing");
  }
}
