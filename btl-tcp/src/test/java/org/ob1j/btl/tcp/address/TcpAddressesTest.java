package org.ob1j.btl.tcp.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpAddressesTest {
  private static final TcpAddresses HOST =
      Hosts.host("a host", true, "127.0.0.1/8 ::1/128 / 10.0.0.1/24@25000 / fd00::1/64@1000");

  @Test
  void shouldReadBackWhatIsPublished() {
    assertThat(TcpAddresses.decode(HOST.encode())).isEqualTo(HOST);
  }

  @Test
  void shouldRefuseWhatEndsEarly() {
    byte[] value = HOST.encode();

    for (int lengthBytes = 0; lengthBytes < value.length; lengthBytes++) {
      byte[] cut = Arrays.copyOf(value, lengthBytes);
      assertThatThrownBy(() -> TcpAddresses.decode(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest(name = "byte {0} is {1}: {2}")
  @CsvSource({
    "0,  1, have format 1",
    "22, 5, has family 5",
    "23, 33, has a prefix of 33 bits",
  })
  void shouldSayWhatIsWrong(int offset, byte value, String message) {
    byte[] published = HOST.encode();
    published[offset] = value;

    assertThatThrownBy(() -> TcpAddresses.decode(published))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest(name = "{0}, named {1}: {2}")
  @CsvSource({
    "127.0.0.1/8,                                  false, 1",
    "127.0.0.1/8 / 10.0.0.1/8,                     false, 1",
    "127.0.0.1/8 / 10.0.0.1/8 fd00::1/64,          false, 1",
    "127.0.0.1/8 / 10.0.0.1/8 / fd00::1/64,        false, 2",
    "127.0.0.1/8 / ::1/128,                        true,  2"
  })
  void shouldCountTheNetworksThatLeadToOtherHosts(String networks, boolean named, int expected) {
    assertThat(Hosts.host("a", named, networks).networkCount()).isEqualTo(expected);
  }
}
