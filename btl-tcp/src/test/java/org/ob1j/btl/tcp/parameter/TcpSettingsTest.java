package org.ob1j.btl.tcp.parameter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class TcpSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          btl_tcp_eager_limit      | 100  | btl_tcp_eager_limit is 100; it must be at least 512
          btl_tcp_eager_limit      | 512k | btl_tcp_eager_limit is 524288; it must be at most 262144 (btl_tcp_max_send_size)
          btl_tcp_rndv_eager_limit | 512k | btl_tcp_rndv_eager_limit is 524288; it must be at most 262144 (btl_tcp_max_send_size)
          btl_tcp_max_send_size    | 1g   | btl_tcp_max_send_size is 1073741824; it must be at most 16777216
          btl_tcp_flags            | 513  | btl_tcp_flags is 513; of that, 512 is not implemented
          btl_tcp_flags            | 8    | btl_tcp_flags is 8; it must hold send (1)
          btl_tcp_disable_family   | 5    | btl_tcp_disable_family is 5; it must be 0, 4 or 6
          btl_tcp_port_min_v4      | 0    | btl_tcp_port_min_v4 is 0; it must be at least 1
          """)
  void shouldNameValueAndLimit(String name, String value, String message) {
    assertThatThrownBy(() -> TcpSettings.read(ParameterSet.of(Map.of(name, value))))
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith(message);
  }
}
