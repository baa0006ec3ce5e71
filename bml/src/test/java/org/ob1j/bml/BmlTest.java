package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;

class BmlTest {
  private record Named(String name) implements BtlComponent {
    @Override
    public List<BtlModule> initialise(BtlContext context) {
      throw new AssertionError(name + " is opened");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm tcp ucx", "ucx tcp sm", "tcp ucx sm", "ucx sm tcp"})
  void shouldAskTransportsInTheSameOrderWhateverTheirServicesCameIn(String services) {
    List<BtlComponent> components = new ArrayList<>();
    for (String name : services.split(" ")) {
      Bml.addByName(new Named(name), components);
    }

    assertThat(components).extracting(BtlComponent::name).containsExactly("sm", "tcp", "ucx");
  }
}
