package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.inmemory.InMemoryFabric;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;
import org.ob1j.runtime.parameter.ParameterSet;

class ProtocolReportTest {
  private static String report(int capabilities, Map<String, String> parameters) {
    InMemoryFabric fabric =
        new InMemoryFabric(1, Behaviour.ordered().withCapabilities(capabilities));
    try (InMemoryJob job = new InMemoryJob(3, fabric, ParameterSet.of(parameters))) {
      String report = ProtocolReport.of(job.engine(0));
      assertThat(job.engine(0).requests().registrations().usedCount()).isZero();
      return report;
    }
  }

  @Test
  void shouldSayWhatServesWhichLengthsAndBuffersForWhichPeers() {
    int all = InMemoryFabric.ALL_CAPABILITIES & ~BtlCapabilities.NEEDS_REGISTRATION;
    assertThat(report(all, Map.of()).lines())
        .contains(
            "  send, standard or ready, array: 0 to 2024 EAGER_IMMEDIATE, from 2025"
                + " RDMA_DIRECT_PUT",
            "  send, standard or ready, direct: 0 to 256 EAGER_IMMEDIATE, 257 to 2024"
                + " EAGER_PREPARED, from 2025 RDMA_DIRECT_GET",
            "  send, synchronous, direct: 0 to 2024 RNDV_COMPLETE, from 2025 RDMA_DIRECT_GET",
            "  send, buffered, direct: 0 to 2024 EAGER_IMMEDIATE, from 2025 BUFFERED_PIPELINE",
            "  receive, array: RDMA_PIPELINE by FRAGMENTS, RDMA_DIRECT_PUT by FRAGMENTS,"
                + " RDMA_DIRECT_GET by DIRECT_GET",
            "  receive, direct: RDMA_PIPELINE by PIPELINE, RDMA_DIRECT_PUT by DIRECT_PUT,"
                + " RDMA_DIRECT_GET by DIRECT_GET")
        .first()
        .asString()
        .startsWith("ob1j: protocols of rank 0 with ranks 1, 2 by memory.0, capabilities 1 send,");
  }

  @Test
  void shouldNameTheRailsOfAPeerAndTheirParts() {
    int sends = BtlCapabilities.SEND;
    Behaviour first = Behaviour.ordered().withCapabilities(sends);
    Behaviour second = first.withCapabilities(sends | BtlCapabilities.PUT);
    List<BtlComponent> components =
        List.of(
            new InMemoryFabric(1, first, "memory.0", 300).component(),
            new InMemoryFabric(2, second, "memory.1", 100).component());
    try (InMemoryJob job = new InMemoryJob(2, rank -> components, ParameterSet.of(Map.of()))) {
      assertThat(ProtocolReport.of(job.engine(0)).lines())
          .startsWith(
              "ob1j: protocols of rank 0 with rank 1 by memory.0, capabilities 1 send",
              "  long messages are divided among the rails: 75 % by memory.0; 25 % by memory.1,"
                  + " capabilities 1 send, 2 put");
    }
  }

  @Test
  void shouldSayWhatRegistrationChanges() {
    int needs = BtlCapabilities.SEND | BtlCapabilities.PUT | BtlCapabilities.NEEDS_REGISTRATION;
    assertThat(report(needs, Map.of("mpi_leave_pinned", "0")).lines())
        .contains(
            "  send, standard or ready, direct: 0 to 2024 EAGER_ALLOCATED, from 2025"
                + " RDMA_PIPELINE");
    assertThat(report(needs, Map.of()).lines())
        .contains(
            "  send, standard or ready, direct: 0 to 2024 EAGER_ALLOCATED, from 2025"
                + " RDMA_DIRECT_PUT",
            "  send, standard or ready, array: 0 to 2024 EAGER_ALLOCATED, from 2025"
                + " RDMA_PIPELINE");
  }

  @Test
  void shouldSayWhereTheTransportMatchesTags() {
    InMemoryFabric fabric =
        new InMemoryFabric(1, Behaviour.ordered().withTags(Nature.willing(4, 1024)));
    try (InMemoryJob job = new InMemoryJob(2, fabric, ParameterSet.of(Map.of()))) {
      assertThat(ProtocolReport.of(job.engine(0)).lines())
          .contains(
              "  tags are matched by the transport, in contexts 0 to 65535 of at most 65536 ranks",
              "  send, standard or ready, array: 0 to 1000 EAGER_ALLOCATED, from 1001"
                  + " RDMA_PIPELINE",
              "  send, synchronous, direct: 0 to 1000 RNDV_COMPLETE, from 1001 RDMA_PIPELINE");
    }
  }
}
