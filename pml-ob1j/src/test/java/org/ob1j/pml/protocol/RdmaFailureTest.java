package org.ob1j.pml.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.pml.InMemoryJob;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

/**
 * A peer that fails at any step of an RDMA protocol: what concerns it ends, and neither a request
 * nor a registration is left.
 */
@Timeout(120)
class RdmaFailureTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final int LENGTH = 30_000;

  @ParameterizedTest
  @ValueSource(
      ints = {
        BtlCapabilities.GET,
        BtlCapabilities.PUT,
        BtlCapabilities.PUT | BtlCapabilities.REMOTE_COMPLETION,
        BtlCapabilities.PUT | BtlCapabilities.NEEDS_REGISTRATION,
        BtlCapabilities.PUT | BtlCapabilities.GET | BtlCapabilities.FLUSH
      })
  void shouldLeaveNothingOfAPeerThatFails(int capabilities) {
    for (int polls = 0; polls < 40; polls++) {
      run(capabilities, polls, polls % 2 == 0 ? Behaviour.ordered() : Behaviour.unordered());
    }
  }

  private static void run(int capabilities, int polls, Behaviour behaviour) {
    InMemoryFabric fabric =
        new InMemoryFabric(polls, behaviour.withCapabilities(BtlCapabilities.SEND | capabilities));
    ParameterSet parameters = ParameterSet.of(Map.of("mpi_leave_pinned", "0"));
    try (InMemoryJob job = new InMemoryJob(2, fabric, parameters)) {
      List<PmlRequest> requests = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Object out = ByteBuffer.allocateDirect(LENGTH);
        Object in = ByteBuffer.allocateDirect(LENGTH);
        requests.add(job.world(0).irecv(in, LENGTH, BYTES, 1, i));
        job.world(1).irecv(ByteBuffer.allocateDirect(LENGTH), LENGTH, BYTES, 0, i);
        requests.add(job.world(0).isend(SendMode.STANDARD, out, LENGTH, BYTES, 1, i));
        job.world(1).isend(SendMode.STANDARD, in, LENGTH, BYTES, 0, i);
      }
      for (int i = 0; i < polls; i++) {
        job.poll();
      }
      job.pml(1).close();
      job.await("the end of all", () -> requests.stream().allMatch(PmlRequest::isComplete));
      requests.forEach(job.pml(0)::release);
      job.await("the end of all requests", () -> job.requests(0).sends().inUse() == 0);
      job.await("the end of all receives", () -> job.requests(0).receives().inUse() == 0);
      assertThat(job.requests(0).registrations().usedCount()).isZero();
    }
  }
}
