package org.ob1j.pml.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.pml.select.SendProtocol.BUFFERED_PIPELINE;
import static org.ob1j.pml.select.SendProtocol.EAGER_ALLOCATED;
import static org.ob1j.pml.select.SendProtocol.EAGER_IMMEDIATE;
import static org.ob1j.pml.select.SendProtocol.EAGER_PREPARED;
import static org.ob1j.pml.select.SendProtocol.RDMA_BLOCK_GET;
import static org.ob1j.pml.select.SendProtocol.RDMA_DIRECT_GET;
import static org.ob1j.pml.select.SendProtocol.RDMA_DIRECT_PUT;
import static org.ob1j.pml.select.SendProtocol.RDMA_PIPELINE;
import static org.ob1j.pml.select.SendProtocol.RNDV_COMPLETE;
import static org.ob1j.pml.select.SendProtocol.SEND_RECEIVE_PIPELINE;
import static org.ob1j.runtime.pml.SendMode.BUFFERED;
import static org.ob1j.runtime.pml.SendMode.READY;
import static org.ob1j.runtime.pml.SendMode.STANDARD;
import static org.ob1j.runtime.pml.SendMode.SYNCHRONOUS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.pml.SendMode;

/** The rows are written by hand from "Communication Protocols in the ob1 PML". */
class SendProtocolSelectorTest {
  private static final long EAGER = 4072;
  private static final long COPY = 256;

  private static SendTraits traits(
      SendMode mode, long length, boolean memory, boolean credit, long immediate, boolean inPlace) {
    return new SendTraits(
        mode, length, true, memory, credit, EAGER, immediate, COPY, inPlace, RdmaTraits.NONE);
  }

  private static Arguments row(
      SendMode mode,
      long length,
      boolean memory,
      long immediate,
      boolean inPlace,
      SendProtocol is) {
    return Arguments.of(mode, length, memory, immediate, inPlace, is);
  }

  static Stream<Arguments> rowsWithCredit() {
    long none = -1;
    return Stream.of(
        // Up to the copy limit they are sent immediately, even where the memory could be used in
        // place.
        row(STANDARD, 0, true, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, 255, true, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, 256, true, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, 257, true, EAGER, true, EAGER_PREPARED),
        row(READY, 256, true, EAGER, true, EAGER_IMMEDIATE),
        row(READY, 257, true, EAGER, true, EAGER_PREPARED),
        row(BUFFERED, 256, true, EAGER, true, EAGER_IMMEDIATE),
        row(SYNCHRONOUS, 256, true, EAGER, true, RNDV_COMPLETE),
        // In place needs both the transport and the memory.
        row(STANDARD, 257, false, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, 257, true, EAGER, false, EAGER_IMMEDIATE),
        row(BUFFERED, 257, true, EAGER, true, EAGER_IMMEDIATE),
        // The eager limit, -1, 0, +1.
        row(STANDARD, EAGER - 1, true, EAGER, true, EAGER_PREPARED),
        row(STANDARD, EAGER, true, EAGER, true, EAGER_PREPARED),
        row(STANDARD, EAGER + 1, true, EAGER, true, RDMA_PIPELINE),
        row(STANDARD, EAGER - 1, false, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, EAGER, false, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, EAGER + 1, false, EAGER, true, RDMA_PIPELINE),
        row(READY, EAGER, false, EAGER, false, EAGER_IMMEDIATE),
        row(READY, EAGER + 1, false, EAGER, false, RDMA_PIPELINE),
        row(BUFFERED, EAGER - 1, false, EAGER, false, EAGER_IMMEDIATE),
        row(BUFFERED, EAGER, false, EAGER, false, EAGER_IMMEDIATE),
        row(BUFFERED, EAGER + 1, false, EAGER, false, BUFFERED_PIPELINE),
        row(SYNCHRONOUS, 0, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER - 1, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER + 1, false, EAGER, false, RDMA_PIPELINE),
        // A transport without immediate sends, and one whose immediate sends are shorter.
        row(STANDARD, 0, true, none, true, EAGER_ALLOCATED),
        row(STANDARD, 1, true, none, true, EAGER_PREPARED),
        row(STANDARD, 1, false, none, true, EAGER_ALLOCATED),
        row(READY, EAGER, false, none, false, EAGER_ALLOCATED),
        row(BUFFERED, 0, true, none, true, EAGER_ALLOCATED),
        row(BUFFERED, EAGER, true, none, true, EAGER_ALLOCATED),
        row(STANDARD, 100, false, 100, false, EAGER_IMMEDIATE),
        row(STANDARD, 101, false, 100, false, EAGER_ALLOCATED),
        row(STANDARD, 1000, false, 1000, false, EAGER_IMMEDIATE),
        row(STANDARD, 1001, false, 1000, false, EAGER_ALLOCATED),
        row(BUFFERED, 1001, false, 1000, false, EAGER_ALLOCATED));
  }

  @ParameterizedTest
  @MethodSource("rowsWithCredit")
  void shouldChooseAsTheDocumentSays(
      SendMode mode,
      long length,
      boolean memory,
      long immediate,
      boolean inPlace,
      SendProtocol expected) {
    assertThat(SendProtocolSelector.select(traits(mode, length, memory, true, immediate, inPlace)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("rowsWithCredit")
  void shouldDemoteEveryMessageWithoutCreditToARendezvous(
      SendMode mode,
      long length,
      boolean memory,
      long immediate,
      boolean inPlace,
      SendProtocol withCredit) {
    assertThat(SendProtocolSelector.select(traits(mode, length, memory, false, immediate, inPlace)))
        .isEqualTo(mode == BUFFERED ? BUFFERED_PIPELINE : RDMA_PIPELINE);
  }

  // Longer than the eager limit

  private static final long MIN = 100_000;
  private static final boolean GET = true;
  private static final boolean BLOCKS = true;
  private static final boolean PUT = true;
  private static final boolean NO = false;
  private static final boolean NEEDS = true;
  private static final boolean PINNED = true;

  /** A transport with get or put or both, which can use the memory of the message. */
  private static RdmaTraits rdma(boolean get, boolean put, boolean needs, boolean pinned) {
    return new RdmaTraits(get, NO, put, put, needs, pinned, MIN);
  }

  /** A transport that gets blocks, and a message in such blocks. */
  private static RdmaTraits blocks(boolean put) {
    return new RdmaTraits(NO, BLOCKS, put, put, NO, PINNED, MIN);
  }

  private static Arguments row(long length, RdmaTraits rdma, SendProtocol is) {
    return Arguments.of(STANDARD, length, true, rdma, is);
  }

  static Stream<Arguments> longRows() {
    RdmaTraits unusable = new RdmaTraits(NO, NO, NO, PUT, NO, PINNED, MIN);
    RdmaTraits onlyGetUsable = new RdmaTraits(GET, NO, NO, PUT, NEEDS, NO, MIN);
    RdmaTraits onlyPutUsable = new RdmaTraits(NO, NO, PUT, PUT, NO, NO, MIN);
    RdmaTraits all = rdma(GET, PUT, NO, NO);
    return Stream.of(
        // The eager limit, -1, 0, +1: RDMA begins above it.
        row(EAGER - 1, all, EAGER_PREPARED),
        row(EAGER, all, EAGER_PREPARED),
        row(EAGER + 1, all, RDMA_DIRECT_GET),
        // Without registration everything moves whole; get goes before put.
        row(MIN + 1, rdma(GET, PUT, NO, NO), RDMA_DIRECT_GET),
        row(MIN + 1, rdma(GET, NO, NO, NO), RDMA_DIRECT_GET),
        row(MIN + 1, rdma(NO, PUT, NO, NO), RDMA_DIRECT_PUT),
        row(MIN + 1, rdma(NO, NO, NO, NO), RDMA_PIPELINE),
        // So it does where registrations are kept.
        row(MIN + 1, rdma(GET, PUT, NEEDS, PINNED), RDMA_DIRECT_GET),
        row(MIN + 1, rdma(NO, PUT, NEEDS, PINNED), RDMA_DIRECT_PUT),
        // Where they are not, up to min_rdma_pipeline_size, -1, 0, +1.
        row(MIN - 1, rdma(GET, PUT, NEEDS, NO), RDMA_DIRECT_GET),
        row(MIN, rdma(GET, PUT, NEEDS, NO), RDMA_DIRECT_GET),
        row(MIN + 1, rdma(GET, PUT, NEEDS, NO), RDMA_PIPELINE),
        row(MIN - 1, rdma(NO, PUT, NEEDS, NO), RDMA_DIRECT_PUT),
        row(MIN, rdma(NO, PUT, NEEDS, NO), RDMA_DIRECT_PUT),
        row(MIN + 1, rdma(NO, PUT, NEEDS, NO), RDMA_PIPELINE),
        // Without put there is no pipeline to prefer.
        row(MIN + 1, rdma(GET, NO, NEEDS, NO), RDMA_DIRECT_GET),
        // What the transport can do in this role with this memory.
        row(MIN + 1, unusable, RDMA_PIPELINE),
        row(MIN, onlyGetUsable, RDMA_DIRECT_GET),
        row(MIN + 1, onlyGetUsable, RDMA_PIPELINE),
        row(MIN + 1, onlyPutUsable, RDMA_DIRECT_PUT),
        // Modes: ready and synchronous as standard, buffered always by the buffered pipeline.
        Arguments.of(READY, EAGER + 1, true, all, RDMA_DIRECT_GET),
        Arguments.of(SYNCHRONOUS, EAGER, true, all, RNDV_COMPLETE),
        Arguments.of(SYNCHRONOUS, EAGER + 1, true, all, RDMA_DIRECT_GET),
        Arguments.of(BUFFERED, EAGER, true, all, EAGER_IMMEDIATE),
        Arguments.of(BUFFERED, EAGER + 1, true, all, BUFFERED_PIPELINE),
        Arguments.of(BUFFERED, EAGER + 1, false, all, BUFFERED_PIPELINE),
        // Memory that is not one run of bytes.
        Arguments.of(STANDARD, EAGER + 1, false, all, SEND_RECEIVE_PIPELINE),
        Arguments.of(STANDARD, EAGER + 1, false, rdma(NO, PUT, NO, NO), SEND_RECEIVE_PIPELINE),
        Arguments.of(STANDARD, EAGER + 1, false, RdmaTraits.NONE, SEND_RECEIVE_PIPELINE),
        Arguments.of(SYNCHRONOUS, EAGER + 1, false, all, SEND_RECEIVE_PIPELINE),
        // Blocks that can be got: above the eager limit, whatever else there is; not buffered.
        Arguments.of(STANDARD, EAGER, false, blocks(PUT), EAGER_IMMEDIATE),
        Arguments.of(STANDARD, EAGER + 1, false, blocks(PUT), RDMA_BLOCK_GET),
        Arguments.of(READY, EAGER + 1, false, blocks(NO), RDMA_BLOCK_GET),
        Arguments.of(SYNCHRONOUS, EAGER, false, blocks(NO), RNDV_COMPLETE),
        Arguments.of(SYNCHRONOUS, EAGER + 1, false, blocks(NO), RDMA_BLOCK_GET),
        Arguments.of(BUFFERED, EAGER + 1, false, blocks(PUT), BUFFERED_PIPELINE));
  }

  private static SendTraits longTraits(
      SendMode mode, long length, boolean contiguous, RdmaTraits rdma) {
    return new SendTraits(
        mode, length, contiguous, contiguous, true, EAGER, EAGER, COPY, true, rdma);
  }

  @ParameterizedTest
  @MethodSource("longRows")
  void shouldChooseForLongMessagesAsTheDocumentSays(
      SendMode mode, long length, boolean contiguous, RdmaTraits rdma, SendProtocol expected) {
    assertThat(SendProtocolSelector.select(longTraits(mode, length, contiguous, rdma)))
        .isEqualTo(expected);
  }

  @Test
  void shouldNoticeARowThatIsMissingOrSaysSomethingElse() {
    List<SendProtocolSelector.Row> table = SendProtocolSelector.table();
    for (int i = 0; i < table.size(); i++) {
      List<SendProtocolSelector.Row> without = new ArrayList<>(table);
      SendProtocolSelector.Row row = without.remove(i);
      without.add(new SendProtocolSelector.Row("nothing fits", SendCondition.ALWAYS, null));
      assertThat(agrees(without)).as("without: " + row.when()).isFalse();
      for (SendProtocol other : SendProtocol.values()) {
        if (other != row.protocol()) {
          List<SendProtocolSelector.Row> changed = new ArrayList<>(table);
          changed.set(i, new SendProtocolSelector.Row(row.when(), row.fits(), other));
          assertThat(agrees(changed)).as(row.when() + ": " + other).isFalse();
        }
      }
    }
  }

  /** Whether a table says what all the rows written here say. */
  private static boolean agrees(List<SendProtocolSelector.Row> table) {
    boolean shortRows =
        rowsWithCredit()
            .map(Arguments::get)
            .allMatch(
                is ->
                    SendProtocolSelector.select(
                            table,
                            traits(
                                (SendMode) is[0],
                                (Long) is[1],
                                (Boolean) is[2],
                                true,
                                (Long) is[3],
                                (Boolean) is[4]))
                        == is[5]);
    return shortRows
        && longRows()
            .map(Arguments::get)
            .allMatch(
                is ->
                    SendProtocolSelector.select(
                            table,
                            longTraits(
                                (SendMode) is[0],
                                (Long) is[1],
                                (Boolean) is[2],
                                (RdmaTraits) is[3]))
                        == is[4]);
  }
}
