package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UcxAddressTest {
  private static final byte[] WORKER = {1, 2, 3, 4, 5};
  private static final UcxAddress ADDRESS = new UcxAddress(512 << 10, true, 2048, "höst", WORKER);

  @Test
  void shouldReadWhatItHasWritten() {
    UcxAddress read = UcxAddress.decode(ADDRESS.encode());

    assertThat(read).usingRecursiveComparison().isEqualTo(ADDRESS);
  }

  @Test
  void shouldRefuseWhatIsCutOff() {
    byte[] whole = ADDRESS.encode();
    for (int length = 0; length <= whole.length - WORKER.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> UcxAddress.decode(cut))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldRefuseTaggedMessagesThatAreTooShortForHeaders() {
    byte[] value = new UcxAddress(512 << 10, true, 8, "host", WORKER).encode();

    assertThatThrownBy(() -> UcxAddress.decode(value)).hasMessageContaining("8 bytes");
  }
}
