package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.order.RequestedOrder;

/** What a transport does with a peer that the engine gives up although it lives. */
@Timeout(120)
public abstract class GivenUpContractTest {
  private static final BtlException CAUSE = new BtlException("another rail has failed");

  private BtlFabric fabric;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  @BeforeEach
  void open() {
    fabric = BtlFabric.open(2, this::newComponent, parameters());
  }

  @AfterEach
  void shouldCloseWithoutHarm() {
    fabric.close();
    assertThat(fabric.rank(0).receiver().errors()).isEmpty();
    assertThat(fabric.rank(1).receiver().errors()).isEmpty();
  }

  private void exchange() {
    fabric.send(0, 1, 24, 8);
    fabric.send(1, 0, 24, 8);
    fabric.await(
        "the frames",
        () ->
            fabric.rank(0).receiver().received(1).size() == 1
                && fabric.rank(1).receiver().received(0).size() == 1);
  }

  private void verifyReported() {
    FabricRank rank = fabric.rank(0);
    fabric.await("the report", () -> !rank.receiver().failures().isEmpty());
    for (int i = 0; i < 100; i++) {
      fabric.progress();
    }
    assertThat(rank.receiver().failures()).hasSize(1);
    assertThat(rank.receiver().failures().get(0).peer()).isEqualTo(1);
    assertThat(rank.receiver().failures().get(0).cause()).isSameAs(CAUSE);
    BtlEndpoint endpoint = rank.endpoint(1);
    assertThatThrownBy(() -> endpoint.reserve(24, 0, RequestedOrder.DEFAULT))
        .isInstanceOf(BtlException.class);
  }

  @Test
  void shouldReportAPeerOnceHoweverOftenItIsGivenUp() {
    exchange();
    fabric.rank(0).endpoint(1).giveUp(CAUSE);
    fabric.rank(0).endpoint(1).giveUp(new BtlException("again"));
    verifyReported();
    fabric.rank(0).endpoint(1).giveUp(new BtlException("later"));
    fabric.progress();
    assertThat(fabric.rank(0).receiver().failures()).hasSize(1);
  }

  @Test
  void shouldGiveUpAPeerThatItHasNotReachedYet() {
    fabric.rank(0).endpoint(1).giveUp(CAUSE);
    verifyReported();
  }

  @Test
  void shouldCloseWithAPeerThatWasGivenUpAndNotReported() {
    exchange();
    fabric.send(0, 1, 24, 8);
    fabric.rank(0).endpoint(1).giveUp(CAUSE);
  }
}
