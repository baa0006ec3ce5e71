package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** Processes of two jobs that have been introduced to each other. */
@Timeout(60)
class TwoJobsTest {
  private static final int LONG_BYTES = 100_000;

  private final List<Side> sides = new ArrayList<>();

  /** A process, and what has come. */
  private static final class Side implements BtlReceiver {
    private final Modex modex;
    private final BtlContext context;
    private final BtlModule module;
    private final List<String> received = new ArrayList<>();

    Side(String job, int rank, int size) {
      InMemoryModex shared = new InMemoryModex(1);
      modex = shared.view(rank);
      JobIdentity identity = new JobIdentity(job, rank, size, rank, size);
      context = new BtlContext(identity, modex, new byte[32], ParameterSet.of(Map.of()), this);
      module = new SharedMemoryComponent().initialise(context).get(0);
      shared.publishAll();
    }

    ProcessName name() {
      return context.processes().self();
    }

    /** Makes another process known to this one. */
    int meet(Side other) {
      byte[] address = other.modex.get(other.name().rank(), SegmentAddress.MODEX_KEY);
      return context.processes().introduce(other.name(), Map.of(SegmentAddress.MODEX_KEY, address));
    }

    boolean send(int process, long number, int payloadBytes) {
      BtlEndpoint endpoint = module.endpoint(process);
      Frame frame = endpoint.reserve(Long.BYTES, payloadBytes, RequestedOrder.DEFAULT);
      if (frame != null) {
        frame.headerMemory().putLong(frame.headerOffset(), number);
        for (int i = 0; i < payloadBytes; i++) {
          frame.payloadMemory().putByte(frame.payloadOffset() + i, (byte) number);
        }
        endpoint.sendImmediate(frame);
      }
      return frame != null;
    }

    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      long number = header.getLong(headerOffset);
      for (int i = 0; i < payloadBytes; i++) {
        assertThat(payload.getByte(payloadOffset + i)).isEqualTo((byte) number);
      }
      ProcessName sender = context.processes().name(from.peer());
      received.add(sender + ": " + number + ", " + payloadBytes + " bytes");
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule failed, int peer, BtlException cause) {
      throw cause;
    }
  }

  @AfterEach
  void close() {
    sides.forEach(side -> side.module.close());
  }

  private Side open(String job, int rank, int size) {
    Side side = new Side(job, rank, size);
    sides.add(side);
    return side;
  }

  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      sides.forEach(side -> side.module.poller().progress());
    }
  }

  @Test
  void shouldExchangeFramesOfEveryLength() {
    Side parent = open("parents", 1, 2);
    Side child = open("children", 1, 3);
    int childOfParent = parent.meet(child);
    int parentOfChild = child.meet(parent);
    assertThat(childOfParent).isEqualTo(2);
    assertThat(parentOfChild).isEqualTo(3);

    for (int payloadBytes : new int[] {0, 100, 1_500, LONG_BYTES, 8}) {
      await(() -> parent.send(childOfParent, payloadBytes, payloadBytes));
      await(() -> child.send(parentOfChild, payloadBytes, payloadBytes));
    }
    await(() -> parent.received.size() == 5 && child.received.size() == 5);

    assertThat(child.received)
        .contains("rank 1 of job parents: 100000, 100000 bytes")
        .last()
        .isEqualTo("rank 1 of job parents: 8, 8 bytes");
    assertThat(parent.received).contains("rank 1 of job children: 1500, 1500 bytes");
    assertThat(child.module.describe()).contains("long ring of");
  }

  @Test
  void shouldGetWhatAProcessOfAnotherJobHasRegistered() {
    Side parent = open("parents", 0, 1);
    Side child = open("children", 0, 1);
    int childOfParent = parent.meet(child);
    child.meet(parent);
    ByteBuffer source = child.module.allocate(8 * LONG_BYTES);
    source.put(8 * LONG_BYTES - 1, (byte) 7);
    BtlRegistration registration = child.module.register(source, BtlRegistration.REMOTE_READ);
    ByteBuffer target = parent.module.allocate(8 * LONG_BYTES);
    Convertor convertor = new Convertor(new BufferRoots(none -> null));
    convertor.prepare(target, target.capacity(), TypeMap.of(PrimitiveType.BYTE));
    List<BtlResult> results = new ArrayList<>();

    BtlResult started =
        parent
            .module
            .endpoint(childOfParent)
            .get(
                convertor,
                0,
                parent.module.register(target, BtlRegistration.LOCAL_WRITE),
                registration.key(),
                0,
                target.capacity(),
                RequestedOrder.DEFAULT,
                (endpoint, result) -> results.add(result));
    await(() -> started == BtlResult.DONE || !results.isEmpty());

    assertThat(target.get(8 * LONG_BYTES - 1)).isEqualTo((byte) 7);
  }

  @Test
  void shouldTakeWhatAProcessSendsOnceItIsKnown() {
    Side parent = open("parents", 0, 1);
    Side stranger = open("strangers", 0, 1);
    int parentOfStranger = stranger.meet(parent);
    await(() -> stranger.send(parentOfStranger, 1, 8));

    await(() -> parent.module.describe().contains("claimed by nobody that is known"));
    assertThat(parent.received).isEmpty();

    parent.meet(stranger);
    await(() -> parent.received.size() == 1);
    assertThat(parent.received).containsExactly("rank 0 of job strangers: 1, 8 bytes");
  }
}
