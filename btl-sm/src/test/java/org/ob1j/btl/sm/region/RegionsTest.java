package org.ob1j.btl.sm.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions.Region;

/** Regions of one process, mapped a second time as others do. */
class RegionsTest {
  private static final int LENGTH = 5000;
  private static final int PAGES_BYTES = 8192;
  private static final ProcessName OWNER = new ProcessName("job", 3);
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path folder;
  private OwnRegions own;

  @BeforeEach
  void open() {
    own = new OwnRegions(folder, OWNER, 3, 2 * PAGES_BYTES);
  }

  @AfterEach
  void close() throws IOException {
    own.close();
  }

  @Test
  void shouldBeTheSameMemoryForAll() {
    Region first = own.create(LENGTH, LENGTH);
    Region second = own.create(LENGTH, LENGTH);
    Memory opened = PeerRegions.open(OWNER, PID, second.name(), LENGTH);
    assertThat(opened.capacity()).isEqualTo(PAGES_BYTES);
    second.memory().putLong(4992, 7);
    opened.putLong(0, 9);
    assertThat(opened.getLong(4992)).isEqualTo(7);
    assertThat(second.memory().getLong(0)).isEqualTo(9);
    assertThat(first.memory().getLong(0)).isZero();
  }

  @Test
  void shouldLeaveNoFile() throws IOException {
    own.create(LENGTH, LENGTH);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void shouldHaveNoMoreThanItsLimit() {
    assertThat(own.create(LENGTH, LENGTH)).isNotNull();
    assertThat(own.create(PAGES_BYTES + 1, PAGES_BYTES + 1)).isNull();
    assertThat(own.create(LENGTH, LENGTH)).isNotNull();
    assertThat(own.create(1, 1)).isNull();
    assertThat(own.describe()).isEqualTo("16384 bytes of shared regions");
  }

  @Test
  void shouldUseARegionAgainOnceNobodyUsesIt() {
    Region first = own.create(LENGTH, LENGTH);
    own.create(LENGTH, LENGTH);
    first.memory().putLong(8, 1);
    boolean[] isUnused = {false};
    own.free(first, () -> isUnused[0]);
    assertThat(own.create(LENGTH, LENGTH)).isNull();
    isUnused[0] = true;
    assertThat(own.create(1, 1)).as("of another length").isNull();
    Region again = own.create(LENGTH, LENGTH);
    assertThat(again).isSameAs(first);
    assertThat(again.memory().getLong(8)).isZero();
  }

  @Test
  void shouldGiveMemoryToPartsThatAreReserved() {
    Region region = own.create(1 << 20, LENGTH);
    assertThat(region.memory().capacity()).isEqualTo(1 << 20);
    assertThat(own.describe()).isEqualTo("8192 bytes of shared regions");
    Memory opened = PeerRegions.open(OWNER, PID, region.name(), 1 << 20);
    assertThat(PeerRegions.reserve(OWNER, PID, region.name(), 1 << 19, 4096)).isTrue();
    opened.putLong(1 << 19, 5);
    assertThat(region.memory().getLong(1 << 19)).isEqualTo(5);
    assertThat(PeerRegions.reserve(OWNER, PID, region.name(), 1 << 18, 4096)).isTrue();
    region.memory().putLong(1 << 18, 6);
    assertThat(opened.getLong(1 << 18)).isEqualTo(6);
  }

  @Test
  void shouldReserveNothingBeyondTheEnd() {
    Region region = own.create(LENGTH, LENGTH);
    assertThat(PeerRegions.reserve(OWNER, PID, region.name(), PAGES_BYTES, 4096)).isFalse();
  }

  @Test
  void shouldZeroOnlyWhatHadToBeZeroedWhenARegionIsUsedAgain() {
    Region first = own.create(1 << 20, LENGTH);
    PeerRegions.reserve(OWNER, PID, first.name(), 1 << 19, 4096);
    first.memory().putLong(8, 1);
    own.free(first, () -> true);
    assertThat(own.create(1 << 20, LENGTH + 4096)).as("too much").isNull();
    Region again = own.create(1 << 20, LENGTH);
    assertThat(again).isSameAs(first);
    assertThat(again.memory().getLong(8)).isZero();
  }

  @Test
  void shouldSayWhyThereIsNone() {
    OwnRegions nowhere = new OwnRegions(folder.resolve("missing"), OWNER, 3, PAGES_BYTES);
    assertThat(nowhere.create(LENGTH, LENGTH)).isNull();
    assertThat(nowhere.describe()).startsWith("0 bytes of shared regions, no more: ");
  }

  @Test
  void shouldOpenNothingThatIsNoRegionOfTheOwner() {
    long name = own.create(LENGTH, LENGTH).name();
    assertThat(PeerRegions.open(new ProcessName("job", 4), PID, name, LENGTH)).isNull();
    assertThat(PeerRegions.open(new ProcessName("other", 3), PID, name, LENGTH)).isNull();
    assertThat(PeerRegions.open(OWNER, PID, name, PAGES_BYTES + 1)).as("too long").isNull();
    assertThat(PeerRegions.open(OWNER, PID, name + 2, LENGTH)).as("beyond the end").isNull();
    assertThat(PeerRegions.open(OWNER, PID, name - 1, LENGTH)).as("the header").isNull();
    assertThat(PeerRegions.open(OWNER, PID, name + (1L << 40), LENGTH)).as("no file").isNull();
    assertThat(PeerRegions.open(OWNER, PID, -1, LENGTH)).isNull();
    assertThat(PeerRegions.open(OWNER, PID, Long.MAX_VALUE, Integer.MAX_VALUE)).isNull();
  }

  @Test
  void shouldOpenAndMakeThemInAThreadThatIsInterrupted() {
    Thread.currentThread().interrupt();
    Region region = own.create(LENGTH, LENGTH);
    assertThat(PeerRegions.open(OWNER, PID, region.name(), LENGTH)).isNotNull();
    assertThat(Thread.interrupted()).as("stays pending").isTrue();
  }
}
