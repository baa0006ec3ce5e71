package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of "Ordering Rules for FI_MSG and FI_RDM Endpoints": may the operation of the row pass
 * the earlier one of the column? {@code relaxed} is a request that a transport may ignore.
 */
class BtlOrderTest {
  private static final BtlOperation[] COLUMNS = {
    BtlOperation.PUT, BtlOperation.SEND, BtlOperation.GET, BtlOperation.ATOMIC
  };

  @ParameterizedTest
  @CsvSource({
    "SEND,   no, no, yes, yes",
    "PUT,    no, no, yes, yes",
    "GET,    no, no, no,  no",
    "ATOMIC, no, no, yes, yes"
  })
  void shouldKeepWhatAReliableConnectionKeeps(
      BtlOperation later, String put, String send, String get, String atomic) {
    assertRow(BtlOrder.CONNECTION, later, Ordering.DEFAULT, false, put, send, get, atomic);
  }

  @ParameterizedTest
  @CsvSource({"SEND, no", "PUT, no", "GET, no", "ATOMIC, no"})
  void shouldPassNothingOnAConnectionWithAFence(BtlOperation later, String any) {
    int fence = Ordering.FENCE_LOCAL;
    assertRow(BtlOrder.CONNECTION, later, fence, false, any, any, any, any);
  }

  @ParameterizedTest
  @CsvSource({"SEND, yes", "PUT, yes", "GET, yes", "ATOMIC, yes"})
  void shouldPassEverythingInRelaxedOrder(BtlOperation later, String any) {
    int relaxed = Ordering.RELAXED;
    assertRow(BtlOrder.CONNECTION, later, relaxed, false, any, any, any, any);
    assertRow(BtlOrder.STRICT, later, relaxed, false, any, any, any, any);
  }

  @ParameterizedTest
  @CsvSource({"SEND, yes, no", "PUT, yes, no", "GET, yes, no", "ATOMIC, yes, no"})
  void shouldKeepNoOrderOnDatagramsButWithinASequence(
      BtlOperation later, String otherwise, String inSequence) {
    int ordering = Ordering.inSequence(3);
    assertRow(BtlOrder.NONE, later, ordering, false, otherwise, otherwise, otherwise, otherwise);
    assertRow(BtlOrder.NONE, later, ordering, true, inSequence, inSequence, inSequence, inSequence);
    int relaxed = ordering | Ordering.RELAXED;
    assertRow(BtlOrder.NONE, later, relaxed, true, inSequence, inSequence, inSequence, inSequence);
  }

  @ParameterizedTest
  @CsvSource({"SEND", "PUT", "GET", "ATOMIC"})
  void shouldWaitAtAFence(BtlOperation later) {
    int local = Ordering.FENCE_LOCAL;
    assertRow(BtlOrder.NONE, later, local, false, "yes", "yes", "no", "no");
    for (int fence : new int[] {Ordering.FENCE_GLOBAL, Ordering.FENCE_GLOBAL | Ordering.RELAXED}) {
      assertRow(BtlOrder.NONE, later, fence, false, "no", "no", "no", "no");
    }
  }

  private static void assertRow(
      BtlOrder order, BtlOperation later, int ordering, boolean sameSequence, String... mayPass) {
    for (int i = 0; i < COLUMNS.length; i++) {
      assertThat(order.mayPass(later, ordering, COLUMNS[i], sameSequence))
          .as("%s passes %s", later, COLUMNS[i])
          .isEqualTo(mayPass[i].equals("yes"));
    }
  }
}
