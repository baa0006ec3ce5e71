package org.ob1j.btl.tcp;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;
import org.ob1j.btl.tcp.address.InterfaceSelection;

/** The contract over IPv6, with short frames, so that the limits are met more often. */
class Ipv6BtlTest extends BtlContractTest {
  @BeforeEach
  void needsIpv6Loopback() {
    assumeTrue(
        InterfaceSelection.ofThisHost().stream()
            .anyMatch(each -> !each.isIpv4() && each.address().isLoopbackAddress()),
        "this host has no ::1");
  }

  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of(
        "btl_tcp_disable_family", "4",
        "btl_tcp_sndbuf", "16k",
        "btl_tcp_rcvbuf", "16k",
        "btl_tcp_eager_limit", "3000",
        "btl_tcp_rndv_eager_limit", "4k",
        "btl_tcp_max_send_size", "40000");
  }
}
