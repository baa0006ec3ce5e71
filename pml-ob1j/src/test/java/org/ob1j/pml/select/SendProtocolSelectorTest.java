package org.ob1j.pml.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.pml.select.SendProtocol.BUFFERED_PIPELINE;
import static org.ob1j.pml.select.SendProtocol.EAGER_ALLOCATED;
import static org.ob1j.pml.select.SendProtocol.EAGER_IMMEDIATE;
import static org.ob1j.pml.select.SendProtocol.EAGER_PREPARED;
import static org.ob1j.pml.select.SendProtocol.RNDV_COMPLETE;
import static org.ob1j.pml.select.SendProtocol.SEND_RECEIVE_PIPELINE;
import static org.ob1j.runtime.pml.SendMode.BUFFERED;
import static org.ob1j.runtime.pml.SendMode.READY;
import static org.ob1j.runtime.pml.SendMode.STANDARD;
import static org.ob1j.runtime.pml.SendMode.SYNCHRONOUS;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.runtime.pml.SendMode;

/** The rows are written by hand from "Communication Protocols in the ob1 PML". */
class SendProtocolSelectorTest {
  private static final long EAGER = 4072;

  private static SendTraits traits(
      SendMode mode, long length, boolean memory, boolean credit, long immediate, boolean inPlace) {
    return new SendTraits(mode, length, memory, credit, EAGER, immediate, inPlace);
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
        // Up to 256 bytes are sent immediately, even where the memory could be used in place.
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
        row(STANDARD, EAGER + 1, true, EAGER, true, SEND_RECEIVE_PIPELINE),
        row(STANDARD, EAGER - 1, false, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, EAGER, false, EAGER, true, EAGER_IMMEDIATE),
        row(STANDARD, EAGER + 1, false, EAGER, true, SEND_RECEIVE_PIPELINE),
        row(READY, EAGER, false, EAGER, false, EAGER_IMMEDIATE),
        row(READY, EAGER + 1, false, EAGER, false, SEND_RECEIVE_PIPELINE),
        row(BUFFERED, EAGER - 1, false, EAGER, false, EAGER_IMMEDIATE),
        row(BUFFERED, EAGER, false, EAGER, false, EAGER_IMMEDIATE),
        row(BUFFERED, EAGER + 1, false, EAGER, false, BUFFERED_PIPELINE),
        row(SYNCHRONOUS, 0, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER - 1, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER, false, EAGER, false, RNDV_COMPLETE),
        row(SYNCHRONOUS, EAGER + 1, false, EAGER, false, SEND_RECEIVE_PIPELINE),
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
        .isEqualTo(mode == BUFFERED ? BUFFERED_PIPELINE : SEND_RECEIVE_PIPELINE);
  }

  @Test
  void shouldReachEveryRowOfTheTable() {
    List<SendProtocolSelector.Row> table = SendProtocolSelector.table();
    Set<SendProtocolSelector.Row> reached = new HashSet<>();
    rowsWithCredit()
        .forEach(
            arguments -> {
              Object[] is = arguments.get();
              SendTraits traits =
                  traits(
                      (SendMode) is[0],
                      (Long) is[1],
                      (Boolean) is[2],
                      true,
                      (Long) is[3],
                      (Boolean) is[4]);
              table.stream()
                  .filter(row -> row.fits().test(traits))
                  .findFirst()
                  .ifPresent(reached::add);
            });
    assertThat(reached).containsExactlyInAnyOrderElementsOf(table);
  }
}
