package org.ob1j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.runtime.parameter.ParameterSet;

@Timeout(60)
class CrossMemoryAttachTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final CrossMemoryAttach service = new CrossMemoryAttach();
  private final String reason =
      service.unavailableReason(ParameterSet.of(Map.of("os_native", "yes")));

  private static Process start(String program, String classPath, boolean withOption)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(JAVA, "-cp", classPath));
    if (withOption) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add(program);
    return new ProcessBuilder(command).start();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  @Test
  void shouldBeFoundThroughServiceLoader() {
    assertThat(ServiceLoader.load(SingleCopy.class)).hasOnlyElementsOfType(CrossMemoryAttach.class);
  }

  @Test
  void shouldCheckThatABufferIsDirectAndWritable() {
    assumeTrue(reason == null, reason);
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    long address = service.addressOf(direct);
    long self = ProcessHandle.current().pid();

    assertThatThrownBy(() -> service.addressOf(ByteBuffer.allocate(8)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> service.read(self, address, ByteBuffer.allocate(8), 0, 8))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> service.read(self, address, direct.asReadOnlyBuffer(), 0, 8))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> service.write(self, address, ByteBuffer.allocate(8), 0, 8))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> service.write(self, address, direct, 1, 8))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Where it can be used. */
  @Nested
  class Reads {
    private final long self = ProcessHandle.current().pid();
    private final ByteBuffer source = MemoryOwner.memory();
    private final ByteBuffer target = ByteBuffer.allocateDirect(MemoryOwner.LENGTH);

    Reads() {
      assumeTrue(reason == null, reason);
    }

    private void assertRead(int targetOffset, int sourceOffset, int lengthBytes) {
      ByteBuffer whole = target.duplicate().clear();
      for (int i = 0; i < whole.capacity(); i++) {
        boolean read = i >= targetOffset && i < targetOffset + lengthBytes;
        byte expected = read ? MemoryOwner.content(i - targetOffset + sourceOffset) : 0;
        if (whole.get(i) != expected) {
          assertThat(whole.get(i)).as("byte %d", i).isEqualTo(expected);
        }
      }
    }

    @Test
    void shouldReadOwnMemoryWhateverTheBuffersPositions() {
      source.position(99);
      target.position(7).limit(9);
      service.read(self, service.addressOf(source) + 1000, target, 500, 70_001);
      assertRead(500, 1000, 70_001);
      assertThat(target.position()).isEqualTo(7);
    }

    @Test
    void shouldWriteOwnMemoryWhateverTheBuffersPositions() {
      source.position(99);
      service.write(self, service.addressOf(target) + 500, source.asReadOnlyBuffer(), 1000, 70_001);
      assertRead(500, 1000, 70_001);
    }

    @Test
    void shouldReadBackWhatItHasWrittenToAnotherProcess() throws Exception {
      Process owner = start(MemoryOwner.class.getName(), classPath(), true);
      try (BufferedReader output = owner.inputReader()) {
        long address = Long.parseLong(output.readLine());
        service.write(owner.pid(), address + 5, source, 70_000, 9);
        service.read(owner.pid(), address + 5, target, 3, 9);
        assertRead(3, 70_000, 9);

        owner.getOutputStream().close();
        assertThat(owner.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> service.write(owner.pid(), address, source, 0, 9))
            .isInstanceOf(BtlException.class)
            .hasMessage(
                "process %d: cannot write 9 bytes at 0x%x: No such process", owner.pid(), address);
      } finally {
        owner.destroyForcibly();
      }
    }

    @Test
    void shouldReadAnotherProcess() throws Exception {
      Process owner = start(MemoryOwner.class.getName(), classPath(), true);
      try (BufferedReader output = owner.inputReader()) {
        long address = Long.parseLong(output.readLine());
        service.read(owner.pid(), address, target, 0, MemoryOwner.LENGTH);
        assertRead(0, 0, MemoryOwner.LENGTH);

        owner.getOutputStream().close();
        assertThat(owner.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(text(owner.getErrorStream().readAllBytes())).isEmpty();
        assertThatThrownBy(() -> service.read(owner.pid(), address, target, 0, 9))
            .isInstanceOf(BtlException.class)
            .hasMessage(
                "process %d: cannot read 9 bytes at 0x%x: No such process", owner.pid(), address);
      } finally {
        owner.destroyForcibly();
      }
    }

    @Test
    void shouldReportAnAddressThatIsNotThere() {
      assertThatThrownBy(() -> service.read(self, 8, target, 0, 16))
          .isInstanceOf(BtlException.class)
          .hasMessage("process %d: cannot read 16 bytes at 0x8: Bad address", self);
    }

    @Test
    void shouldRefuseAProcessNumberThatIsNone() {
      for (long number : new long[] {0, -1, self + (1L << 32)}) {
        assertThatThrownBy(() -> service.read(number, 8, target, 0, 1))
            .isInstanceOf(BtlException.class)
            .hasMessageContaining("Invalid argument");
      }
    }

    @Test
    void shouldCheckBounds() {
      long address = service.addressOf(source);
      int end = MemoryOwner.LENGTH;
      for (int[] range :
          new int[][] {{-1, 1}, {0, -1}, {0, end + 1}, {end, 1}, {1 << 30, 1 << 30}}) {
        assertThatThrownBy(() -> service.read(self, address, target, range[0], range[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      service.read(self, address, target, end, 0);
      assertRead(0, 0, 0);
    }

    @Test
    void shouldTellHowLongAReadTakes() {
      long one = service.readNanos(1);

      assertThat(one).isPositive();
      assertThat(service.readNanos(16 << 20)).isGreaterThan(one);
      assertThatThrownBy(() -> service.readNanos(-1))
          .isInstanceOf(BtlException.class)
          .hasMessageContaining("-1 bytes");
    }
  }
}
