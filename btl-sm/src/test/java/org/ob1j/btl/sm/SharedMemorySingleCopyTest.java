package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.RdmaContractTest;
import org.ob1j.btl.SingleCopy;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** Gets by a service that reads the peer's memory. */
class SharedMemorySingleCopyTest {
  private static final int FLAGS =
      BtlCapabilities.SEND | BtlCapabilities.SEND_IMMEDIATE | BtlCapabilities.GET;

  private final FakeSingleCopy service = new FakeSingleCopy();
  private final SingleCopyMemory memory = SingleCopyMemory.of(List.of(service), 0);

  /** Without shared memory for buffers, so that all memory is ordinary. */
  @Nested
  class OrdinaryMemory extends RdmaContractTest {
    @Override
    protected BtlComponent newComponent() {
      return new SharedMemoryComponent(() -> List.of(service));
    }

    @Override
    protected Map<String, String> parameters() {
      return Map.of("btl_sm_shared_bytes", "0", "btl_sm_flags", String.valueOf(FLAGS));
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

  private BtlResult get(byte[] target, ByteBuffer source) {
    try (BtlRegistration registration = memory.register(source, BtlRegistration.REMOTE_READ)) {
      Convertor convertor = new Convertor();
      convertor.prepare(target, target.length, TypeMap.of(PrimitiveType.BYTE));
      return memory.get(convertor, 0, registration.key(), 0, target.length);
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
  void shouldDoWithoutAServiceThatCannotBeUsed() {
    List<SingleCopy> services = List.of(new FakeSingleCopy("ptrace is forbidden"));
    SingleCopyMemory without = SingleCopyMemory.of(services, 0);
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    assertThat(without.register(direct, BtlRegistration.REMOTE_READ)).isNull();
    assertThat(without.describe()).isEqualTo("single copy: ptrace is forbidden");
    assertThat(SingleCopyMemory.of(List.of(), 0).describe()).isEqualTo("single copy: none");
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
      return SingleCopyMemory.of(ServiceLoader.load(SingleCopy.class, loader), 0);
    }
  }
}
