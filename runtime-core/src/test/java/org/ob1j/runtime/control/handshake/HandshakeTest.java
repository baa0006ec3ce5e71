package org.ob1j.runtime.control.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;

class HandshakeTest {
  private static final byte[] SECRET = "the job's secret".getBytes();
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Party CONNECTOR = new Party(Purpose.DATA, "job1", 3, 5, 7);
  private static final Party ACCEPTOR = new Party(Purpose.DATA, "job1", 5, Handshake.ANY_RANK, 0);

  private static Handshake connector(Party party) {
    return Handshake.connector(party, SECRET, RANDOM);
  }

  private static Handshake acceptor(Party party) {
    return Handshake.acceptor(party, SECRET, RANDOM);
  }

  @Test
  void shouldIntroduceBothSides() throws HandshakeException {
    Handshake connector = connector(CONNECTOR);
    Handshake acceptor = acceptor(ACCEPTOR);

    acceptor.acceptHello(connector.hello());
    connector.acceptHello(acceptor.hello());
    connector.acceptProof(acceptor.proof());
    acceptor.acceptProof(connector.proof());

    assertThat(acceptor.peerRank()).isEqualTo(3);
    assertThat(acceptor.peerChannel()).isEqualTo(7);
    assertThat(connector.peerRank()).isEqualTo(5);
  }

  @Test
  void shouldNameBothValuesOfAMismatch() {
    assertRefused(ACCEPTOR, changed(8, (short) 1), "version 1", "version 2");
    assertRefused(ACCEPTOR, changed(10, (short) 0x0201), "big-endian", "little-endian");
    assertRefused(
        ACCEPTOR,
        connector(new Party(Purpose.CONTROL, "job1", 3, 5, 0)).hello(),
        "wants a connection for CONTROL",
        "this one is for DATA");
    assertRefused(
        ACCEPTOR,
        connector(new Party(Purpose.DATA, "job2", 3, 5, 0)).hello(),
        "of job 'job2'",
        "of job 'job1'");
    assertRefused(
        ACCEPTOR,
        connector(new Party(Purpose.DATA, "job1", 3, 6, 0)).hello(),
        "wants to reach rank 6",
        "we are rank 5");
    assertRefused(
        new Party(Purpose.DATA, "job1", 5, 4, 0),
        connector(CONNECTOR).hello(),
        "the peer is rank 3",
        "want to reach rank 4");
    assertRefused(ACCEPTOR, "GET / HTTP/1.1\r\n".getBytes(), "'GET / HT'", "'ob1j-mpi'");
  }

  @Test
  void shouldRefuseAPeerThatDoesNotKnowTheSecret() throws HandshakeException {
    Handshake stranger = Handshake.connector(CONNECTOR, "another secret".getBytes(), RANDOM);
    Handshake acceptor = acceptor(ACCEPTOR);
    acceptor.acceptHello(stranger.hello());
    stranger.acceptHello(acceptor.hello());

    assertThatThrownBy(() -> acceptor.acceptProof(stranger.proof()))
        .isInstanceOf(HandshakeException.class)
        .hasMessageContaining("rank 3")
        .hasMessageContaining("does not know that job's secret");
    assertThatThrownBy(() -> stranger.acceptProof(acceptor.proof()))
        .isInstanceOf(HandshakeException.class);
  }

  @Test
  void shouldRefuseOurOwnProofReflected() throws HandshakeException {
    Handshake connector = connector(CONNECTOR);
    Handshake acceptor = acceptor(ACCEPTOR);
    acceptor.acceptHello(connector.hello());
    connector.acceptHello(acceptor.hello());

    assertThatThrownBy(() -> connector.acceptProof(connector.proof()))
        .isInstanceOf(HandshakeException.class);
  }

  @Test
  void shouldRefuseAReplayedConnection() throws HandshakeException {
    Handshake connector = connector(CONNECTOR);
    Handshake first = acceptor(ACCEPTOR);
    first.acceptHello(connector.hello());
    connector.acceptHello(first.hello());
    byte[] recordedProof = connector.proof();
    Handshake second = acceptor(ACCEPTOR);
    second.acceptHello(connector.hello());

    assertThatThrownBy(() -> second.acceptProof(recordedProof))
        .isInstanceOf(HandshakeException.class);
  }

  @Property(tries = 3000)
  void shouldNoticeEveryChangedBit(
      @ForAll boolean ofConnector, @ForAll @IntRange(max = Handshake.HELLO_BYTES * 8 - 1) int bit)
      throws HandshakeException {
    Handshake connector = connector(CONNECTOR);
    Handshake acceptor = acceptor(ACCEPTOR);
    byte[] connectorHello = connector.hello();
    byte[] acceptorHello = acceptor.hello();
    (ofConnector ? connectorHello : acceptorHello)[bit / 8] ^= (byte) (1 << (bit % 8));

    assertThatThrownBy(
            () -> {
              acceptor.acceptHello(connectorHello);
              connector.acceptHello(acceptorHello);
              connector.acceptProof(acceptor.proof());
            })
        .isInstanceOf(HandshakeException.class);
  }

  @Property(tries = 2000)
  void shouldRefuseAnyBytesAsHello(@ForAll @Size(max = 200) byte[] bytes) {
    assertThatThrownBy(() -> acceptor(ACCEPTOR).acceptHello(bytes))
        .isInstanceOf(HandshakeException.class);
  }

  @Property(tries = 500)
  void shouldComputeHmacSha256AsTheJdkDoes(
      @ForAll @Size(min = 1, max = 200) byte[] key, @ForAll @Size(max = 300) byte[] data)
      throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));

    assertThat(HmacSha256.of(key, data)).isEqualTo(mac.doFinal(data));
  }

  private static byte[] changed(int offset, short value) {
    byte[] hello = connector(CONNECTOR).hello();
    ByteBuffer.wrap(hello).order(ByteOrder.LITTLE_ENDIAN).putShort(offset, value);
    return hello;
  }

  private static void assertRefused(Party acceptor, byte[] hello, String theirs, String ours) {
    assertThatThrownBy(() -> acceptor(acceptor).acceptHello(hello))
        .isInstanceOf(HandshakeException.class)
        .hasMessageContaining(theirs)
        .hasMessageContaining(ours);
  }
}
