package org.ob1j.btl.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tables of "Ordering Rules for FI_MSG and FI_RDM Endpoints": may the operation of the row pass
 * the earlier one of the column? {@code relaxed} is a request that a transport may ignore.
 */
class GuaranteedOrderTest {
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
    assertRow(
        GuaranteedOrder.CONNECTION, later, RequestedOrder.DEFAULT, false, put, send, get, atomic);
  }

  @ParameterizedTest
  @CsvSource({"SEND, no", "PUT, no", "GET, no", "ATOMIC, no"})
  void shouldPassNothingOnAConnectionWithAFence(BtlOperation later, String any) {
    int fence = RequestedOrder.FENCE_LOCAL;
    assertRow(GuaranteedOrder.CONNECTION, later, fence, false, any, any, any, any);
  }

  @ParameterizedTest
  @CsvSource({"SEND, yes", "PUT, yes", "GET, yes", "ATOMIC, yes"})
  void shouldPassEverythingInRelaxedOrder(BtlOperation later, String any) {
    int relaxed = RequestedOrder.RELAXED;
    assertRow(GuaranteedOrder.CONNECTION, later, relaxed, false, any, any, any, any);
    assertRow(GuaranteedOrder.STRICT, later, relaxed, false, any, any, any, any);
  }

  @ParameterizedTest
  @CsvSource({"SEND, yes, no", "PUT, yes, no", "GET, yes, no", "ATOMIC, yes, no"})
  void shouldKeepNoOrderOnDatagramsButWithinASequence(
      BtlOperation later, String otherwise, String inSequence) {
    int ordering = RequestedOrder.inSequence(3);
    assertRow(
        GuaranteedOrder.NONE, later, ordering, false, otherwise, otherwise, otherwise, otherwise);
    assertRow(
        GuaranteedOrder.NONE,
        later,
        ordering,
        true,
        inSequence,
        inSequence,
        inSequence,
        inSequence);
    int relaxed = ordering | RequestedOrder.RELAXED;
    assertRow(
        GuaranteedOrder.NONE, later, relaxed, true, inSequence, inSequence, inSequence, inSequence);
  }

  @ParameterizedTest
  @CsvSource({"SEND", "PUT", "GET", "ATOMIC"})
  void shouldWaitAtAFence(BtlOperation later) {
    int local = RequestedOrder.FENCE_LOCAL;
    assertRow(GuaranteedOrder.NONE, later, local, false, "yes", "yes", "no", "no");
    for (int fence :
        new int[] {
          RequestedOrder.FENCE_GLOBAL, RequestedOrder.FENCE_GLOBAL | RequestedOrder.RELAXED
        }) {
      assertRow(GuaranteedOrder.NONE, later, fence, false, "no", "no", "no", "no");
    }
  }

  private static void assertRow(
      GuaranteedOrder order,
      BtlOperation later,
      int ordering,
      boolean sameSequence,
      String... mayPass) {
    for (int i = 0; i < COLUMNS.length; i++) {
      assertThat(order.mayPass(later, ordering, COLUMNS[i], sameSequence))
          .as("%s passes %s", later, COLUMNS[i])
          .isEqualTo(mayPass[i].equals("yes"));
    }
  }
}
