package org.ob1j.pml.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.order.BtlOperation;
import org.ob1j.btl.order.GuaranteedOrder;

/** FIN after a put: by remote completion, by order, by sequence, by flush, else by fence. */
class PutArrivalTest {
  static Stream<Arguments> rows() {
    GuaranteedOrder sendAfterPut =
        GuaranteedOrder.NONE.keeping(BtlOperation.SEND, BtlOperation.PUT);
    GuaranteedOrder allButThat =
        new GuaranteedOrder(GuaranteedOrder.STRICT.bits() & ~sendAfterPut.bits());
    int remote = BtlCapabilities.REMOTE_COMPLETION;
    int sequences = BtlCapabilities.ORDERED_SEQUENCES;
    int flush = BtlCapabilities.FLUSH;
    return Stream.of(
        Arguments.of(remote, GuaranteedOrder.NONE, PutArrival.KNOWN),
        Arguments.of(remote | flush, GuaranteedOrder.NONE, PutArrival.KNOWN),
        Arguments.of(0, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(flush, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(0, GuaranteedOrder.STRICT, PutArrival.KNOWN),
        Arguments.of(flush, allButThat, PutArrival.FLUSHED),
        Arguments.of(flush, GuaranteedOrder.NONE, PutArrival.FLUSHED),
        Arguments.of(sequences | remote, GuaranteedOrder.NONE, PutArrival.KNOWN),
        Arguments.of(sequences, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(sequences, allButThat, PutArrival.SEQUENCED),
        Arguments.of(sequences | flush, GuaranteedOrder.NONE, PutArrival.SEQUENCED),
        Arguments.of(0, allButThat, PutArrival.FENCED),
        Arguments.of(0, GuaranteedOrder.NONE, PutArrival.FENCED));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldKeepAFinFromOvertakingItsPut(
      int capabilities, GuaranteedOrder order, PutArrival expected) {
    BtlAttributes attributes =
        BtlAttributes.builder()
            .capabilities(new BtlCapabilities(capabilities))
            .order(order)
            .build();
    assertThat(PutArrival.of(attributes)).isEqualTo(expected);
  }
}
