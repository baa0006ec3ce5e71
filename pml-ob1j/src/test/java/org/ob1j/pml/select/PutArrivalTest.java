package org.ob1j.pml.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlOperation;
import org.ob1j.btl.BtlOrder;

/** FIN after a put: by remote completion, by order, by sequence, by flush, else by fence. */
class PutArrivalTest {
  static Stream<Arguments> rows() {
    BtlOrder sendAfterPut = BtlOrder.NONE.keeping(BtlOperation.SEND, BtlOperation.PUT);
    BtlOrder allButThat = new BtlOrder(BtlOrder.STRICT.bits() & ~sendAfterPut.bits());
    int remote = BtlCapabilities.REMOTE_COMPLETION;
    int sequences = BtlCapabilities.ORDERED_SEQUENCES;
    int flush = BtlCapabilities.FLUSH;
    return Stream.of(
        Arguments.of(remote, BtlOrder.NONE, PutArrival.KNOWN),
        Arguments.of(remote | flush, BtlOrder.NONE, PutArrival.KNOWN),
        Arguments.of(0, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(flush, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(0, BtlOrder.STRICT, PutArrival.KNOWN),
        Arguments.of(flush, allButThat, PutArrival.FLUSHED),
        Arguments.of(flush, BtlOrder.NONE, PutArrival.FLUSHED),
        Arguments.of(sequences | remote, BtlOrder.NONE, PutArrival.KNOWN),
        Arguments.of(sequences, sendAfterPut, PutArrival.KNOWN),
        Arguments.of(sequences, allButThat, PutArrival.SEQUENCED),
        Arguments.of(sequences | flush, BtlOrder.NONE, PutArrival.SEQUENCED),
        Arguments.of(0, allButThat, PutArrival.FENCED),
        Arguments.of(0, BtlOrder.NONE, PutArrival.FENCED));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldKeepAFinFromOvertakingItsPut(int capabilities, BtlOrder order, PutArrival expected) {
    BtlAttributes attributes =
        BtlAttributes.builder()
            .capabilities(new BtlCapabilities(capabilities))
            .order(order)
            .build();
    assertThat(PutArrival.of(attributes)).isEqualTo(expected);
  }
}
