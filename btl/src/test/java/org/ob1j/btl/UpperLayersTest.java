package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

class UpperLayersTest {
  private final UpperLayers layers = new UpperLayers();
  private final Memory header = Memory.allocate(64);

  @ParameterizedTest
  @CsvSource({"0x00, 0", "0x1F, 0", "0x40, 2", "0x5F, 2", "0x60, 3", "0xE0, 7", "0xFF, 7"})
  void shouldTellALayerByTheThreeHighestBitsOfTheFirstByte(String first, int layer) {
    assertThat(UpperLayers.of((byte) (int) Integer.decode(first))).isEqualTo(layer);
  }

  @Test
  void shouldRejectAFrameForALayerThatIsNotThere() {
    layers.register(UpperLayers.PML, new EchoLayer());
    header.putLong(8, 0x62);

    assertThatThrownBy(() -> layers.receive(null, header, 8, 8, null, 0, 0))
        .isInstanceOfSatisfying(
            FrameRejectedException.class,
            rejected -> assertThat(rejected.rejection()).isEqualTo(Rejection.UNKNOWN_TYPE))
        .hasMessageContaining("header type 0x62: there is no upper layer 3");
    assertThatThrownBy(() -> layers.place(null, header, 8, 8, 100))
        .isInstanceOf(FrameRejectedException.class);
    assertThatThrownBy(() -> layers.receive(null, header, 8, 0, null, 0, 0))
        .isInstanceOfSatisfying(
            FrameRejectedException.class,
            rejected -> assertThat(rejected.rejection()).isEqualTo(Rejection.HEADER_TOO_SHORT));
  }

  @Test
  void shouldStandBetweenTransportsAndLayersOnlyWhereThereAreSeveral() {
    EchoLayer first = new EchoLayer();
    layers.register(UpperLayers.PML, first);
    assertThat(layers.receiver()).isSameAs(first);

    layers.register(1, new VerifyingReceiver(0));
    assertThat(layers.receiver()).isSameAs(layers);
    assertThat(new UpperLayers().receiver()).isInstanceOf(UpperLayers.class);
  }

  @Test
  void shouldRefuseASecondLayerWithTheSameId() {
    layers.register(3, new VerifyingReceiver(0));

    assertThatThrownBy(() -> layers.register(3, new VerifyingReceiver(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("3");
  }

  @Test
  void shouldTellAllLayersOfAPeerThatHasFailed() {
    VerifyingReceiver one = new VerifyingReceiver(0);
    VerifyingReceiver other = new VerifyingReceiver(0);
    layers.register(0, new EchoLayer());
    layers.register(1, one);
    layers.register(4, other);

    // The echo's test expects no failure.
    assertThatThrownBy(() -> layers.failed(null, 5, new BtlException("gone")))
        .isInstanceOf(IllegalStateException.class);

    assertThat(one.failures()).hasSize(1);
    assertThat(other.failures()).hasSize(1);
  }
}
