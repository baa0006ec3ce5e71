package org.ob1j.pml.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.pml.select.ReceiveProtocol.ACKNOWLEDGE;
import static org.ob1j.pml.select.ReceiveProtocol.DIRECT_GET;
import static org.ob1j.pml.select.ReceiveProtocol.DIRECT_PUT;
import static org.ob1j.pml.select.ReceiveProtocol.FRAGMENTS;
import static org.ob1j.pml.select.ReceiveProtocol.PIPELINE;
import static org.ob1j.pml.select.SendProtocol.BUFFERED_PIPELINE;
import static org.ob1j.pml.select.SendProtocol.RDMA_BLOCK_GET;
import static org.ob1j.pml.select.SendProtocol.RDMA_DIRECT_GET;
import static org.ob1j.pml.select.SendProtocol.RDMA_DIRECT_PUT;
import static org.ob1j.pml.select.SendProtocol.RDMA_PIPELINE;
import static org.ob1j.pml.select.SendProtocol.RNDV_COMPLETE;
import static org.ob1j.pml.select.SendProtocol.SEND_RECEIVE_PIPELINE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows are written by hand from "Communication Protocols in the ob1 PML". */
class ReceiveProtocolSelectorTest {
  private static final long MAX_SEND = 8192;
  private static final long LONG = 100_000;

  /** What the two sides can do with the receiver's memory. */
  private enum Memory {
    /** Both put and get. */
    ALL(true, true, true, true, false),
    /** Get only. */
    GET(true, false, false, true, false),
    /** Put only. */
    PUT(true, true, true, false, false),
    /** The transport has put, but not into this memory. */
    NOT_FOR_PUT(true, true, false, false, false),
    /** The transport has neither. */
    NOTHING(true, false, false, false, false),
    /** Not one run of bytes. */
    SCATTERED(false, true, true, true, false),
    /** The same where a get brings blocks. */
    BLOCKS(false, true, false, true, true),
    /** One run of bytes where a get brings blocks. */
    RUN(true, true, true, true, true),
    /** The transport gets blocks, but not into this memory. */
    NOT_FOR_GET(true, true, true, false, true);

    final boolean contiguous;
    final boolean transportPuts;
    final boolean puts;
    final boolean gets;
    final boolean getsBlocks;

    Memory(
        boolean contiguous, boolean transportPuts, boolean puts, boolean gets, boolean getsBlocks) {
      this.contiguous = contiguous;
      this.transportPuts = transportPuts;
      this.puts = puts;
      this.gets = gets;
      this.getsBlocks = getsBlocks;
    }
  }

  private static Arguments row(
      SendProtocol announced, long wanted, long missing, Memory memory, ReceiveProtocol is) {
    return Arguments.of(announced, wanted, missing, memory, is);
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        // Complete: nothing, one, all bytes missing.
        row(RNDV_COMPLETE, 100, 0, Memory.ALL, ACKNOWLEDGE),
        row(RNDV_COMPLETE, 0, 0, Memory.NOTHING, ACKNOWLEDGE),
        row(SEND_RECEIVE_PIPELINE, 1000, 0, Memory.NOTHING, ACKNOWLEDGE),
        row(SEND_RECEIVE_PIPELINE, 1000, 1, Memory.NOTHING, FRAGMENTS),
        row(RDMA_PIPELINE, LONG, 0, Memory.ALL, ACKNOWLEDGE),
        row(RDMA_PIPELINE, LONG, 1, Memory.ALL, PIPELINE),
        row(RDMA_DIRECT_PUT, 0, 0, Memory.ALL, ACKNOWLEDGE),
        row(RDMA_DIRECT_PUT, 1, 1, Memory.ALL, DIRECT_PUT),
        row(RDMA_DIRECT_GET, 0, 0, Memory.ALL, ACKNOWLEDGE),
        row(RDMA_DIRECT_GET, 1, 1, Memory.ALL, DIRECT_GET),
        // RNDV, one side not contiguous.
        row(SEND_RECEIVE_PIPELINE, LONG, LONG, Memory.ALL, FRAGMENTS),
        row(BUFFERED_PIPELINE, LONG, LONG, Memory.ALL, FRAGMENTS),
        row(RDMA_PIPELINE, LONG, LONG, Memory.SCATTERED, FRAGMENTS),
        row(RDMA_DIRECT_PUT, LONG, LONG, Memory.SCATTERED, FRAGMENTS),
        // RNDV, no put.
        row(RDMA_PIPELINE, LONG, LONG, Memory.NOTHING, FRAGMENTS),
        row(RDMA_PIPELINE, LONG, LONG, Memory.GET, FRAGMENTS),
        row(RDMA_DIRECT_PUT, LONG, LONG, Memory.GET, FRAGMENTS),
        // RNDV + CONTIG + PIN: any length.
        row(RDMA_DIRECT_PUT, MAX_SEND - 1, MAX_SEND - 1, Memory.PUT, DIRECT_PUT),
        row(RDMA_DIRECT_PUT, MAX_SEND, MAX_SEND, Memory.PUT, DIRECT_PUT),
        row(RDMA_DIRECT_PUT, MAX_SEND + 1, MAX_SEND + 1, Memory.PUT, DIRECT_PUT),
        row(RDMA_DIRECT_PUT, LONG, LONG, Memory.NOT_FOR_PUT, FRAGMENTS),
        // RNDV + CONTIG: the longest frame, -1, 0, +1.
        row(RDMA_PIPELINE, MAX_SEND - 1, 4000, Memory.PUT, FRAGMENTS),
        row(RDMA_PIPELINE, MAX_SEND, 4000, Memory.PUT, FRAGMENTS),
        row(RDMA_PIPELINE, MAX_SEND + 1, 4000, Memory.PUT, PIPELINE),
        row(RDMA_PIPELINE, LONG, 4000, Memory.NOT_FOR_PUT, FRAGMENTS),
        // RGET: get, else put, else fragments.
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.ALL, DIRECT_GET),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.GET, DIRECT_GET),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.PUT, DIRECT_PUT),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.NOT_FOR_PUT, FRAGMENTS),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.NOTHING, FRAGMENTS),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.SCATTERED, FRAGMENTS),
        // Blocks at either side: a get of blocks, else fragments, never a put.
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.BLOCKS, DIRECT_GET),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.RUN, DIRECT_GET),
        row(RDMA_DIRECT_GET, LONG, LONG, Memory.NOT_FOR_GET, DIRECT_PUT),
        row(RDMA_BLOCK_GET, 0, 0, Memory.BLOCKS, ACKNOWLEDGE),
        row(RDMA_BLOCK_GET, 1, 1, Memory.BLOCKS, DIRECT_GET),
        row(RDMA_BLOCK_GET, LONG, LONG, Memory.RUN, DIRECT_GET),
        row(RDMA_BLOCK_GET, LONG, LONG, Memory.ALL, FRAGMENTS),
        row(RDMA_BLOCK_GET, LONG, LONG, Memory.PUT, FRAGMENTS),
        row(RDMA_BLOCK_GET, LONG, LONG, Memory.NOT_FOR_GET, FRAGMENTS),
        row(RDMA_PIPELINE, LONG, LONG, Memory.BLOCKS, FRAGMENTS),
        row(RDMA_DIRECT_PUT, LONG, LONG, Memory.BLOCKS, FRAGMENTS));
  }

  private static ReceiveTraits traits(
      SendProtocol announced, long wanted, long missing, Memory memory) {
    return new ReceiveTraits(
        announced,
        wanted,
        missing,
        memory.contiguous,
        memory.transportPuts,
        memory.puts,
        memory.gets,
        memory.getsBlocks,
        MAX_SEND);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldChooseAsTheDocumentSays(
      SendProtocol announced, long wanted, long missing, Memory memory, ReceiveProtocol expected) {
    assertThat(ReceiveProtocolSelector.select(traits(announced, wanted, missing, memory)))
        .isEqualTo(expected);
  }

  @Test
  void shouldNoticeARowThatIsMissingOrSaysSomethingElse() {
    List<ReceiveProtocolSelector.Row> table = ReceiveProtocolSelector.table();
    for (int i = 0; i < table.size(); i++) {
      List<ReceiveProtocolSelector.Row> without = new ArrayList<>(table);
      ReceiveProtocolSelector.Row row = without.remove(i);
      without.add(new ReceiveProtocolSelector.Row("nothing fits", ReceiveCondition.ALWAYS, null));
      assertThat(agrees(without)).as("without: " + row.when()).isFalse();
      for (ReceiveProtocol other : ReceiveProtocol.values()) {
        if (other != row.protocol()) {
          List<ReceiveProtocolSelector.Row> changed = new ArrayList<>(table);
          changed.set(i, new ReceiveProtocolSelector.Row(row.when(), row.fits(), other));
          assertThat(agrees(changed)).as(row.when() + ": " + other).isFalse();
        }
      }
    }
  }

  /** Whether a table says what all the rows written here say. */
  private static boolean agrees(List<ReceiveProtocolSelector.Row> table) {
    return rows()
        .map(Arguments::get)
        .allMatch(
            is ->
                ReceiveProtocolSelector.select(
                        table,
                        traits((SendProtocol) is[0], (Long) is[1], (Long) is[2], (Memory) is[3]))
                    == is[4]);
  }
}
