package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.VerifyingReceiver;
import org.ob1j.btl.ucx.frame.FramePrefix;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.worker.UcxSettings;
import org.ob1j.btl.ucx.worker.UcxWorker;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/** Messages of somebody who has the address of a module's worker and is no rank of its job. */
@Timeout(60)
class HostileMessagesTest {
  private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
  private static final String JOB = "hostile";
  private static final int LIMIT_POLLS = 1_000_000;

  private final VerifyingReceiver receiver = new VerifyingReceiver(0);
  private final Memory message = Memory.allocate(1 << 20);
  private BtlModule module;
  private UcxWorker stranger;
  private long endpoint;

  @BeforeEach
  void open() {
    Ucx.assumeAvailable();
    ParameterSet parameters = ParameterSet.of(Ucx.parameters(Ucx.POSIX));
    InMemoryModex modex = new InMemoryModex(2);
    BtlContext context =
        new BtlContext(
            new JobIdentity(JOB, 0, 2, 0, 2), modex.view(0), SECRET, parameters, receiver);
    module = new UcxComponent().initialise(context).get(0);
    modex.publishAll();
    byte[] published = modex.view(1).get(0, UcxAddress.MODEX_KEY);
    modex.view(1).put(UcxAddress.MODEX_KEY, published);
    modex.publishAll();
    stranger = UcxWorker.open(UcxSettings.read(parameters));
    byte[] worker = UcxAddress.decode(published).worker();
    ByteBuffer address = ByteBuffer.allocateDirect(worker.length).put(0, worker);
    ByteBuffer reason = NativeLibrary.newText();
    endpoint = Shim.ob1j_ucx_connect(stranger.handle(), address, 0, 0, reason, reason.capacity());
    assertThat(endpoint).as(() -> NativeLibrary.read(reason)).isNotZero();
  }

  @AfterEach
  void close() {
    if (module != null) {
      module.close();
      stranger.close();
    }
  }

  /** Sends the first bytes of the message, some as what UCX calls the header; awaits an end. */
  private void send(int headerBytes, int payloadBytes, String expected) {
    long address = NativeLibrary.addressOf(message.bytes());
    int status =
        Shim.ob1j_ucx_send(endpoint, address, headerBytes, address + headerBytes, payloadBytes, 0);
    assertThat(status).isNotNegative();
    for (int i = 0; !module.describe().contains(expected); i++) {
      Shim.ob1j_ucx_progress(stranger.handle());
      module.poller().progress();
      assertThat(i).as(module::describe).isLessThan(LIMIT_POLLS);
    }
    assertThat(receiver.receivedCount()).isZero();
  }

  private void writePrefix(int source, int headerBytes, int kind, long proof) {
    FramePrefix.write(message, 0, source, headerBytes, kind, proof);
  }

  private static long proofOfRank1() {
    return FramePrefix.proof(SECRET, JOB, 1, 0);
  }

  @ParameterizedTest
  @CsvSource({"0, 8", "0, 200000", "0, 1000000", "1, 0", "15, 0", "16, 100", "100, 200000"})
  void shouldDropMessagesOfZeros(int headerBytes, int payloadBytes) {
    send(headerBytes, payloadBytes, "BAD_FRAMING=1");
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "-1", "0", "2147483647"})
  void shouldDropMessagesThatDoNotProveTheirSource(int source) {
    writePrefix(source, 24, FramePrefix.FRAME, proofOfRank1() + 1);
    send(64, 0, "BAD_FRAMING=1");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 64, 0",
    "4, 1, 64, 0",
    "12, 1, 64, 0",
    "56, 1, 64, 0",
    "65528, 1, 64, 0",
    "24, 1, 64, 80",
    "24, 1, 40, 1000000",
    "24, 0, 64, 0",
    "24, 7, 64, 0",
    "8, 2, 24, 0",
    "0, 2, 24, 0",
    "0, 2, 16, 8",
    "0, 3, 24, 0",
    "0, 3, 16, 8",
    "1, 4, 16, 8",
    "1, 4, 16, 200000"
  })
  void shouldDropFramesWhoseLengthsCannotBeRight(
      int frameHeaderBytes, int kind, int headerBytes, int payloadBytes) {
    writePrefix(1, frameHeaderBytes, kind, proofOfRank1());
    send(headerBytes, payloadBytes, "BAD_FRAMING=1");
  }

  @Test
  void shouldDropAnotherVersion() {
    writePrefix(1, 24, FramePrefix.FRAME, proofOfRank1());
    message.putByte(7, (byte) 1);
    send(40, 0, "BAD_FRAMING=1");
  }
}
