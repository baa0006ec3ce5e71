package org.ob1j.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.btl.tcp.address.TcpAddresses;
import org.ob1j.btl.tcp.connection.Acceptor;
import org.ob1j.btl.tcp.stream.RecordingReceiver;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.handshake.Handshake.Party;
import org.ob1j.runtime.control.handshake.Handshake.Purpose;
import org.ob1j.runtime.control.handshake.HandshakeException;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.parameter.ParameterSet;

/** Ranks 0 and 1 are real; rank 2 is played by whoever knows the secret, or does not. */
@Timeout(60)
class HostileClientsTest {
  private static final byte[] SECRET = "a secret".getBytes(StandardCharsets.UTF_8);
  private static final String JOB = "job7";
  private static final int SIZE = 3;
  private static final int IMPERSONATED = 2;

  private final AtomicLong advancedNanos = new AtomicLong();
  private final InMemoryModex modex = new InMemoryModex(SIZE);
  private final List<RecordingReceiver> receivers = new ArrayList<>();
  private final List<BtlModule> modules = new ArrayList<>();
  private final List<SocketChannel> clients = new ArrayList<>();
  private final Random random = new Random(7);
  private int exchanged;

  HostileClientsTest() {
    for (int rank = 0; rank < 2; rank++) {
      receivers.add(new RecordingReceiver(0));
      BtlContext context =
          new BtlContext(
              new JobIdentity(JOB, rank, SIZE, rank, SIZE),
              modex.view(rank),
              SECRET,
              ParameterSet.empty(),
              receivers.get(rank));
      modules.addAll(
          new TcpComponent(() -> System.nanoTime() + advancedNanos.get()).initialise(context));
    }
    modex.publishAll();
    modex
        .view(IMPERSONATED)
        .put(TcpAddresses.MODEX_KEY, modex.view(0).get(1, TcpAddresses.MODEX_KEY));
    modex.publishAll();
  }

  @AfterEach
  void closeAll() throws IOException {
    for (SocketChannel client : clients) {
      client.close();
    }
    modules.forEach(BtlModule::close);
  }

  @Test
  void shouldGoOnWhileClientsSendGarbage() throws IOException {
    for (int i = 0; i < 300; i++) {
      SocketChannel client = connect();
      byte[] garbage = new byte[random.nextInt(400)];
      random.nextBytes(garbage);
      client.write(ByteBuffer.wrap(garbage));
      if (random.nextBoolean()) {
        client.close();
      }
      verifyTraffic();
    }

    until("every client to be looked at", () -> describe(0).contains("BAD_HELLO"));
    assertThat(describe(0)).contains("ENDED_EARLY").contains("does not speak ob1j's protocol");
    assertThat(receivers.get(0).failures()).isEmpty();
  }

  @Test
  void shouldGiveUpTheOldestOfTooManyHalfOpenConnections() throws IOException {
    for (int i = 0; i < 200; i++) {
      connect();
      modules.get(0).poller().progress();
    }

    until("the flood to be met", () -> describe(0).contains("TOO_MANY"));
    assertThat(describe(0)).contains(" 70 unproven");
    verifyTraffic();
  }

  @Test
  void shouldGiveUpThoseWhoDoNotProveThemselvesInTime() throws IOException {
    connect();
    connect().write(ByteBuffer.wrap(hello(SECRET, JOB, IMPERSONATED, 0), 0, 100));
    until("both to be accepted", () -> describe(0).contains(" 2 unproven"));
    verifyTraffic();

    advancedNanos.addAndGet(Acceptor.PROOF_NANOS);

    until("both to be given up", () -> describe(0).contains("TOO_SLOW=2"));
    verifyTraffic();
  }

  @Test
  void shouldNameWhatIsWrongWithAHello() throws IOException {
    byte[] wrongVersion = hello(SECRET, JOB, IMPERSONATED, 0);
    wrongVersion[8]++;

    assertRefused(wrongVersion, "speaks version 3 of the protocol, we speak version 2");
    assertRefused(hello(SECRET, "job8", IMPERSONATED, 0), "of job 'job8', we are of job 'job7'");
    assertRefused(hello(SECRET, JOB, IMPERSONATED, 1), "wants to reach rank 1, we are rank 0");
    verifyTraffic();
  }

  @Test
  void shouldRefuseWhoDoesNotKnowTheSecret() throws IOException, HandshakeException {
    SocketChannel client = connect();
    Handshake handshake = handshake("another secret".getBytes(StandardCharsets.UTF_8), JOB, 0);
    client.write(ByteBuffer.wrap(handshake.hello()));
    handshake.acceptHello(Arrays.copyOf(read(client, 160), Handshake.HELLO_BYTES));
    client.write(ByteBuffer.wrap(handshake.proof()));

    until("the refusal", () -> describe(0).contains("BAD_PROOF=1"));
    assertThat(describe(0)).contains("does not know that job's secret");
    verifyTraffic();
  }

  @Test
  void shouldRefuseAProvenRankThatIsNoneOfTheJob() throws IOException, HandshakeException {
    SocketChannel client = connect();
    Party stranger = new Party(Purpose.DATA, JOB, SIZE, 0, 0);
    prove(client, Handshake.connector(stranger, SECRET, new SecureRandom()));

    until("the refusal", () -> describe(0).contains("BAD_RANK=1"));
    verifyTraffic();
  }

  @Test
  void shouldRefuseALinkThatIsNotHere() throws IOException, HandshakeException {
    SocketChannel client = connect();
    Party other = new Party(Purpose.DATA, JOB, IMPERSONATED, 0, 1);
    prove(client, Handshake.connector(other, SECRET, new SecureRandom()));

    until("the refusal", () -> describe(0).contains("BAD_LINK=1"));
    assertThat(describe(0)).contains("rank 2 opened a link of channel 1, which is not here");
    verifyTraffic();
  }

  @Test
  void shouldFailOnlyThePeerWhoseFrameIsBroken() throws IOException, HandshakeException {
    SocketChannel peer = openedAsImpersonated();

    peer.write(words(1L << 40 | 8L << 32, 77, 5L << 40));

    until("the failure", () -> !receivers.get(0).failures().isEmpty());
    assertThat(receivers.get(0).failures()).hasSize(1);
    assertThat(receivers.get(0).failures().get(0))
        .hasMessageContaining("the connection to rank 2")
        .hasMessageContaining("BAD_FRAMING: the frame prefix is 0x50000000000, of no known kind");
    assertThat(describe(0)).contains("BAD_FRAMING=1");
    BtlEndpoint endpoint = modules.get(0).endpoint(IMPERSONATED);
    assertThatThrownBy(() -> endpoint.reserve(8, 0, RequestedOrder.DEFAULT))
        .isInstanceOf(BtlException.class);
    receivers.get(0).frames().clear();
    verifyTraffic();
  }

  @Test
  void shouldReportAResetThatAReadHasFound() throws IOException, HandshakeException {
    reset(openedAsImpersonated());

    assertReported("Connection reset by peer");
  }

  /** The socket tells it to the write, and to the read that follows that it has ended. */
  @Test
  void shouldReportAResetThatAWriteHasFound() throws IOException, HandshakeException {
    SocketChannel peer = openedAsImpersonated();
    BtlEndpoint endpoint = modules.get(0).endpoint(IMPERSONATED);
    reset(peer);
    assertThat(trySend(endpoint, new byte[64])).isTrue();

    assertReported("Connection reset by peer");
  }

  @Test
  void shouldReportAnEndThatAWriteHasFoundLikeOneThatAReadHas()
      throws IOException, HandshakeException {
    SocketChannel peer = openedAsImpersonated();
    BtlEndpoint endpoint = modules.get(0).endpoint(IMPERSONATED);
    peer.close();
    // The first is answered by a reset, which the second finds.
    trySend(endpoint, new byte[64]);
    trySend(endpoint, new byte[64]);

    assertReported("it ended without goodbye");
  }

  private static void reset(SocketChannel peer) throws IOException {
    peer.setOption(StandardSocketOptions.SO_LINGER, 0);
    peer.close();
  }

  private void assertReported(String reason) {
    until("the failure", () -> !receivers.get(0).failures().isEmpty());
    assertThat(receivers.get(0).failures()).hasSize(1);
    assertThat(receivers.get(0).failures().get(0))
        .hasMessageStartingWith("tcp.0: the connection to rank 2 (/127.0.0.1:")
        .hasMessageEndingWith(" is lost: " + reason);
    verifyTraffic();
  }

  @Test
  void shouldReportAPeerThatDies() throws IOException, HandshakeException {
    SocketChannel peer = openedAsImpersonated();

    peer.close();

    until("the failure", () -> !receivers.get(0).failures().isEmpty());
    assertThat(receivers.get(0).failures().get(0))
        .hasMessageContaining("the connection to rank 2")
        .hasMessageContaining("ended without goodbye");
    verifyTraffic();
  }

  @Test
  void shouldNotReportAPeerThatSaysGoodbye() throws IOException, HandshakeException {
    SocketChannel peer = openedAsImpersonated();

    peer.write(words(1L << 40 | 8L << 32, 77, 2L << 40));
    peer.close();

    until("the goodbye", () -> describe(0).contains(" 0 connections open"));
    assertThat(receivers.get(0).failures()).isEmpty();
    assertThat(receivers.get(0).frames()).hasSize(1);
  }

  @Test
  void shouldNameAddressesAndParameterOfAnUnreachablePeer() {
    modules.remove(1).close();
    BtlEndpoint endpoint = modules.get(0).endpoint(1);

    until(
        "the failure",
        () -> {
          if (receivers.get(0).failures().isEmpty()) {
            assertThat(endpoint.reserve(8, 0, RequestedOrder.DEFAULT)).isNull();
          }
          return !receivers.get(0).failures().isEmpty();
        });

    assertThat(receivers.get(0).failures().get(0))
        .hasMessageContaining("tcp.0: rank 1 cannot be reached; tried {/127.0.0.1:")
        .hasMessageContaining("Connection refused")
        .hasMessageContaining("btl_tcp_if_include");
  }

  private void assertRefused(byte[] hello, String message) throws IOException {
    SocketChannel client = connect();
    client.write(ByteBuffer.wrap(hello));
    until("the refusal", () -> describe(0).contains(message));
    // The acceptor's hello lets the other side name both values as well.
    assertThat(Handshake.hasMagic(read(client, Handshake.HELLO_BYTES))).isTrue();
  }

  private SocketChannel openedAsImpersonated() throws IOException, HandshakeException {
    SocketChannel client = connect();
    prove(client, handshake(SECRET, JOB, 0));
    assertThat(read(client, 8)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0);
    return client;
  }

  private void prove(SocketChannel client, Handshake handshake)
      throws IOException, HandshakeException {
    client.write(ByteBuffer.wrap(handshake.hello()));
    byte[] answer = read(client, Handshake.HELLO_BYTES + Handshake.PROOF_BYTES);
    handshake.acceptHello(Arrays.copyOf(answer, Handshake.HELLO_BYTES));
    handshake.acceptProof(Arrays.copyOfRange(answer, Handshake.HELLO_BYTES, answer.length));
    client.write(ByteBuffer.wrap(handshake.proof()));
  }

  private static byte[] hello(byte[] secret, String job, int rank, int peer) {
    Party party = new Party(Purpose.DATA, job, rank, peer, 0);
    return Handshake.connector(party, secret, new SecureRandom()).hello();
  }

  private static Handshake handshake(byte[] secret, String job, int peer) {
    Party party = new Party(Purpose.DATA, job, IMPERSONATED, peer, 0);
    return Handshake.connector(party, secret, new SecureRandom());
  }

  private SocketChannel connect() throws IOException {
    InetSocketAddress address =
        TcpAddresses.decode(modex.view(1).get(0, TcpAddresses.MODEX_KEY)).listening().get(0);
    SocketChannel client = SocketChannel.open(address);
    client.configureBlocking(false);
    clients.add(client);
    return client;
  }

  private byte[] read(SocketChannel client, int lengthBytes) {
    ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
    until(
        lengthBytes + " bytes",
        () -> {
          try {
            if (client.read(bytes) < 0) {
              throw new AssertionError("the connection ended: " + describe(0));
            }
          } catch (IOException broken) {
            throw new AssertionError(describe(0), broken);
          }
          return !bytes.hasRemaining();
        });
    return bytes.array();
  }

  private static ByteBuffer words(long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long word : words) {
      bytes.putLong(word);
    }
    return bytes.flip();
  }

  /** A frame from each real rank to the other, checked byte for byte. */
  private void verifyTraffic() {
    byte[] content = new byte[8 + random.nextInt(3_000)];
    random.nextBytes(content);
    for (int from = 0; from < 2; from++) {
      BtlEndpoint endpoint = modules.get(from).endpoint(1 - from);
      until("a send", () -> trySend(endpoint, content));
    }
    exchanged++;
    for (int rank = 0; rank < 2; rank++) {
      List<byte[]> frames = receivers.get(rank).frames();
      until("a frame", () -> !frames.isEmpty());
      assertThat(frames).as("exchange " + exchanged).hasSize(1);
      assertThat(frames.remove(0)).isEqualTo(content);
    }
  }

  private static boolean trySend(BtlEndpoint endpoint, byte[] content) {
    Frame frame = endpoint.reserve(8, content.length - 8, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    frame.headerMemory().bytes().put(frame.headerOffset(), content, 0, 8);
    if (content.length > 8) {
      frame.payloadMemory().bytes().put(frame.payloadOffset(), content, 8, content.length - 8);
    }
    endpoint.sendImmediate(frame);
    endpoint.push();
    return true;
  }

  private String describe(int rank) {
    return modules.get(rank).describe();
  }

  private void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      modules.forEach(module -> module.poller().progress());
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what + ": " + describe(0));
      }
    }
  }
}
