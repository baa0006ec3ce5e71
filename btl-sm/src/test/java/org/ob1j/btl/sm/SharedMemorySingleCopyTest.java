package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.RdmaContractTest;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.btl.sm.copy.SingleCopyMemory;
import org.ob1j.btl.sm.copy.SingleCopyRange;
import org.ob1j.btl.sm.copy.SingleCopyRange.Mode;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

/** Gets by a service that reads the peer's memory. */
class SharedMemorySingleCopyTest {
  private static final int FLAGS =
      BtlCapabilities.SEND | BtlCapabilities.SEND_IMMEDIATE | BtlCapabilities.GET;

  private static final int QUICK_NANOS = 4000;
  private static final SingleCopyRange RANGE =
      new SingleCopyRange(Mode.CMA, 1000, 1 << 20, QUICK_NANOS);

  private final FakeSingleCopy service = new FakeSingleCopy();
  private final SingleCopyMemory memory = with(List.of(service));

  /** Long gets are shared with the peer. */
  @Nested
  class SharedOrdinaryMemory extends OrdinaryMemory {
    @Override
    protected Map<String, String> parameters() {
      Map<String, String> all = new HashMap<>(super.parameters());
      all.putAll(Map.of("btl_sm_split_size", "4k", "btl_sm_split_chunk_size", "4k"));
      return all;
    }
  }

  /** Without shared memory for buffers, so that all memory is ordinary. */
  @Nested
  class OrdinaryMemory extends RdmaContractTest {
    @Override
    protected BtlComponent newComponent() {
      return new SharedMemoryComponent(List.of(service), List.of());
    }

    @Override
    protected Map<String, String> parameters() {
      return Map.of(
          "btl_sm_single_copy_mechanism",
          "cma",
          "btl_sm_shared_bytes",
          "0",
          "btl_sm_flags",
          String.valueOf(FLAGS));
    }

    @Override
    protected int access() {
      return BtlRegistration.REMOTE_READ | BtlRegistration.LOCAL_WRITE;
    }

    @Override
    protected boolean tellsUnregistered() {
      return false;
    }
  }

  private static SingleCopyMemory with(Iterable<SingleCopy> services) {
    return with(services, RANGE);
  }

  private static SingleCopyMemory with(Iterable<SingleCopy> services, SingleCopyRange range) {
    return new SingleCopyMemory(FoundService.among(services, ParameterSet.of(Map.of())), range, 0);
  }

  private BtlResult get(byte[] target, ByteBuffer source) {
    return get(memory, target, source);
  }

  private static BtlResult get(SingleCopyMemory from, byte[] target, ByteBuffer source) {
    try (BtlRegistration registration = from.register(source, BtlRegistration.REMOTE_READ)) {
      Convertor convertor = new Convertor();
      convertor.prepare(target, target.length, TypeMap.of(PrimitiveType.BYTE));
      return from.get(convertor, 0, registration.key(), 0, target.length);
    }
  }

  @Test
  void shouldReadIntoArraysPieceByPiece() {
    byte[] content = new byte[700_001];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 509);
    }
    byte[] target = new byte[content.length];

    BtlResult result = get(target, ByteBuffer.allocateDirect(content.length).put(0, content));

    assertThat(result).isEqualTo(BtlResult.DONE);
    assertThat(target).isEqualTo(content);
    assertThat(service.bytesRead()).isEqualTo(content.length);
    assertThat(memory.describe()).contains("by FakeSingleCopy: 1 gets").endsWith("registrations 0");
  }

  @Test
  void shouldRefuseWhatItMayNotRead() {
    service.forbid();
    assertThat(get(new byte[8], ByteBuffer.allocateDirect(8))).isEqualTo(BtlResult.REFUSED);
    assertThat(memory.describe()).contains("1 refused, last failure: cannot read 8 bytes");
  }

  @Test
  void shouldRegisterOnlyWhatIsReadAndHasAnAddress() {
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    assertThat(memory.register(direct, BtlRegistration.REMOTE_WRITE)).isNull();
    assertThat(memory.register(ByteBuffer.allocate(8), BtlRegistration.REMOTE_READ)).isNull();
    assertThat(memory.registrationCount()).isZero();
  }

  @Test
  void shouldReadNothingIfItIsOff() {
    SingleCopyMemory off =
        with(List.of(service), new SingleCopyRange(Mode.NONE, 0, Long.MAX_VALUE, QUICK_NANOS));
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    assertThat(off.covers(8)).isFalse();
    assertThat(off.register(direct, BtlRegistration.REMOTE_READ)).isNull();
    assertThat(off.describe()).isEqualTo("single copy: off");
  }

  @ParameterizedTest
  @CsvSource({"999, false", "1000, true", "2000, true", "2001, true"})
  void shouldCoverWhatIsNotTooShort(long lengthBytes, boolean covered) {
    assertThat(memory.covers(lengthBytes)).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource({"2000, DONE", "2001, REFUSED"})
  void shouldNotReadAloneWhatIsTooLong(int lengthBytes, BtlResult result) {
    SingleCopyMemory limited =
        with(List.of(service), new SingleCopyRange(Mode.CMA, 1000, 2000, QUICK_NANOS));
    ByteBuffer source = ByteBuffer.allocateDirect(lengthBytes);
    assertThat(get(limited, new byte[lengthBytes], source)).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource({"3999, true", "4000, false", "-1, false"})
  void shouldBeReadWithoutBeingAskedForWhereThatIsQuick(long nanos, boolean read) {
    service.readsIn(nanos);
    SingleCopyMemory asked =
        with(List.of(service), new SingleCopyRange(Mode.AUTO, 1000, 2000, QUICK_NANOS));
    ByteBuffer direct = ByteBuffer.allocateDirect(8);

    assertThat(asked.covers(1500)).isEqualTo(read);
    assertThat(asked.covers(999)).isFalse();
    assertThat(asked.register(direct, BtlRegistration.REMOTE_READ) != null).isEqualTo(read);
    assertThat(asked.explain())
        .contains(read ? "works" : nanos < 0 ? "cannot read" : "slower than copying");
  }

  @Test
  void shouldRefuseAMechanismThatItDoesNotKnow() {
    ParameterSet parameters = ParameterSet.of(Map.of("btl_sm_single_copy_mechanism", "knem"));
    assertThatThrownBy(() -> SingleCopyRange.of(parameters))
        .isInstanceOf(ParameterException.class)
        .hasMessage("btl_sm_single_copy_mechanism is 'knem'; it must be auto, cma or none");
  }

  @Test
  void shouldDoWithoutAServiceThatCannotBeUsed() {
    List<SingleCopy> services = List.of(new FakeSingleCopy("ptrace is forbidden"));
    SingleCopyMemory without = with(services);
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    assertThat(without.register(direct, BtlRegistration.REMOTE_READ)).isNull();
    assertThat(without.describe()).isEqualTo("single copy: ptrace is forbidden");
    assertThat(without.covers(1 << 20)).isFalse();
    assertThat(with(List.of()).describe()).isEqualTo("single copy: none");
  }

  @Test
  void shouldFindAServiceThroughServiceLoader(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Path named = services.resolve(SingleCopy.class.getName());
    Files.writeString(named, "org.ob1j.btl.sm.NoSuchClass\n" + FakeSingleCopy.class.getName());
    assertThat(load(folder).describe()).contains("NoSuchClass");

    Files.writeString(named, FakeSingleCopy.class.getName());
    assertThat(load(folder).describe()).startsWith("single copy by FakeSingleCopy");
  }

  private static SingleCopyMemory load(Path folder) throws IOException {
    URL[] path = {folder.toUri().toURL()};
    try (URLClassLoader loader =
        new URLClassLoader(path, SharedMemorySingleCopyTest.class.getClassLoader())) {
      return with(ServiceLoader.load(SingleCopy.class, loader));
    }
  }
}
