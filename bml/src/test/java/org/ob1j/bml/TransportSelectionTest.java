package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.parameter.ParameterException;

class TransportSelectionTest {
  private static final List<String> AVAILABLE = List.of("sm", "tcp");

  @Test
  void shouldTryEveryTransportWhenNoneIsNamed() {
    TransportSelection selection = TransportSelection.of("", AVAILABLE);
    assertThat(selection.names()).containsExactly("sm", "tcp");
    assertThat(selection.explicit()).isFalse();
  }

  @Test
  void shouldTakeNamesOfOpenMpi() {
    TransportSelection selection = TransportSelection.of("vader, self", AVAILABLE);
    assertThat(selection.names()).containsExactly("sm");
    assertThat(selection.explicit()).isTrue();
    assertThat(TransportSelection.of("^vader", AVAILABLE).names()).containsExactly("tcp");
  }

  @Test
  void shouldLeaveOutWhatIsNotWanted() {
    TransportSelection selection = TransportSelection.of("^tcp", AVAILABLE);
    assertThat(selection.names()).containsExactly("sm");
    assertThat(selection.explicit()).isFalse();
  }

  @Test
  void shouldNameWhatThereIsWhenANameIsUnknown() {
    assertThatThrownBy(() -> TransportSelection.of("sm,openib", AVAILABLE))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("'openib'")
        .hasMessageContaining("self, sm, tcp");
  }
}
