package org.ob1j.launcher.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * On a host with two sockets of two cores with two hardware threads each, numbered as on real ones:
 *
 * <pre>
 *   socket 0: core {0, 4}, core {1, 5}     socket 1: core {2, 6}, core {3, 7}
 * </pre>
 */
class TopologyTest {
  @TempDir private static Path system;

  @BeforeEach
  void describeHost() throws IOException {
    for (int cpu = 0; cpu < 8; cpu++) {
      int core = cpu % 4;
      int socket = core / 2;
      String siblings = core + "," + (core + 4);
      write(cpu, "topology/thread_siblings_list", siblings);
      write(cpu, "topology/physical_package_id", String.valueOf(socket));
      write(cpu, "cache/index0/level", "1");
      write(cpu, "cache/index0/type", "Instruction");
      write(cpu, "cache/index0/shared_cpu_list", "0-7");
      write(cpu, "cache/index1/level", "1");
      write(cpu, "cache/index1/type", "Data");
      write(cpu, "cache/index1/shared_cpu_list", siblings);
      write(cpu, "cache/index2/level", "3");
      write(cpu, "cache/index2/type", "Unified");
      write(cpu, "cache/index2/shared_cpu_list", socket == 0 ? "0-1,4-5" : "2-3,6-7");
      Files.createDirectories(system.resolve("cpu/cpu" + cpu + "/node" + socket));
    }
  }

  private static void write(int cpu, String file, String text) throws IOException {
    Path path = system.resolve("cpu/cpu" + cpu + "/" + file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text + "\n");
  }

  private static CpuTopology host() {
    return new CpuTopology(system, List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }

  @Test
  void shouldReadListsOfCpus() {
    assertThat(CpuTopology.parse("0")).containsExactly(0);
    assertThat(CpuTopology.parse("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HWTHREAD | [[0], [1], [2], [3], [4], [5], [6], [7]]",
        "CORE     | [[0, 4], [1, 5], [2, 6], [3, 7]]",
        "L1CACHE  | [[0, 4], [1, 5], [2, 6], [3, 7]]",
        "L2CACHE  | [[0, 1, 2, 3, 4, 5, 6, 7]]",
        "L3CACHE  | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "SOCKET   | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "NUMA     | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "BOARD    | [[0, 1, 2, 3, 4, 5, 6, 7]]"
      })
  void shouldGroupCpusByWhatTheyHaveInCommon(Level level, String groups) throws LaunchException {
    assertThat(host().groups(level)).hasToString(groups);
  }

  @Test
  void shouldGroupOnlyCpusThatMayBeUsed() throws LaunchException {
    assertThat(host().confinedTo("2,4-5").groups(Level.CORE)).hasToString("[[2], [4], [5]]");
    assertThat(host().confinedTo("0-1,4,0").groups(Level.CORE)).hasToString("[[0, 4], [1]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "8   | --cpu-set names CPU 8; there are [0, 1, 2, 3, 4, 5, 6, 7]",
        "a-b | --cpu-set is 'a-b'; it must be a list of CPUs such as 0-3,8",
        "-   | --cpu-set is '-'",
        "0,, | --cpu-set is '0,,'",
        "0-1-2 | --cpu-set is '0-1-2'",
        "3-1 | --cpu-set has the range 3-1, which ends before it begins",
        "0-999999 | --cpu-set names CPU 8"
      })
  void shouldRefuseCpusThatAreNotThere(String cpuSet, String message) {
    assertThatThrownBy(() -> host().confinedTo(cpuSet))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldFindCoresOfThisHost() throws LaunchException {
    assertThat(CpuTopology.ofThisHost().groups(Level.CORE)).isNotEmpty().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // ranks | --map-by | --bind-to | placement
        "3 | slot         | core     | [[0, 4], [1, 5], [2, 6]]",
        "3 | socket       | core     | [[0, 4], [2, 6], [1, 5]]",
        "3 | slot         | hwthread | [[0], [4], [1]]",
        "3 | numa         | hwthread | [[0], [2], [4]]",
        "5 | core         | hwthread | [[0], [1], [2], [3], [4]]",
        "3 | slot         | socket   | [[0, 1, 4, 5], [0, 1, 4, 5], [2, 3, 6, 7]]",
        "3 | socket       | l3cache  | [[0, 1, 4, 5], [2, 3, 6, 7], [0, 1, 4, 5]]",
        "2 | slot:PE=2    | core     | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "2 | :PE=2        | core     | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "2 | socket:pe=2  | core     | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "4 | slot:pe=2    | hwthread | [[0, 4], [1, 5], [2, 6], [3, 7]]",
        "4 | ppr:2:socket | core     | [[0, 4], [1, 5], [2, 6], [3, 7]]",
        "3 | ppr:2:socket | socket   | [[0, 1, 4, 5], [0, 1, 4, 5], [2, 3, 6, 7]]",
        "4 | ppr:2:core:oversubscribe | core | [[0, 4], [0, 4], [1, 5], [1, 5]]",
        "4 | ppr:2:core   | hwthread | [[0], [4], [1], [5]]",
        "3 | ppr:1:hwthread | socket | [[0, 1, 4, 5], [0, 1, 4, 5], [0, 1, 4, 5]]",
        "2 | ppr:1:socket:pe=2 | core | [[0, 1, 4, 5], [2, 3, 6, 7]]",
        "2 | node         | board    | [[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7]]",
        "5 | core:oversubscribe | core | [[0, 4], [1, 5], [2, 6], [3, 7], [0, 4]]"
      })
  void shouldPlaceRanks(int ranks, String mapBy, String bindTo, String placement)
      throws LaunchException {
    Mapping mapping = Mapping.parse(mapBy);
    Binding binding = Binding.parse(bindTo);

    assertThat(Placement.of(ranks, mapping, binding, host().sorted(), mapping.mayOversubscribe()))
        .hasToString(placement);
  }

  @Test
  void shouldNumberPlacesAsRankBySays() throws LaunchException {
    Mapping places = new Mapping(Level.SOCKET, 2, 0, Level.SOCKET, false, null);

    assertThat(Placement.of(4, places, Binding.parse("core"), host().sorted(), false))
        .hasToString("[[0, 4], [2, 6], [1, 5], [3, 7]]");
  }

  @Test
  void shouldNumberByCoresAndNotByWhatIsBound() throws LaunchException {
    Mapping places = new Mapping(null, 0, 0, Level.CORE, false, null);

    assertThat(Placement.of(4, places, Binding.parse("socket"), host().sorted(), false))
        .hasToString("[[0, 1, 4, 5], [0, 1, 4, 5], [2, 3, 6, 7], [2, 3, 6, 7]]");
  }

  @Test
  void shouldGiveWholeCoresAlthoughHardwareThreadsCount() throws LaunchException {
    Mapping threads = new Mapping(null, 0, 0, null, true, null);

    assertThat(Placement.of(3, threads, Binding.parse("core"), host().sorted(), false))
        .hasToString("[[0, 4], [1, 5], [2, 6]]");
  }

  @ParameterizedTest
  @CsvSource({"slot:pe=5, 4 in one board", "l1cache:pe=2, 1 in one l1cache"})
  void shouldRefuseMoreCoresForARankThanThereAre(String mapBy, String message)
      throws LaunchException {
    Mapping mapping = Mapping.parse(mapBy);

    assertThatThrownBy(() -> Placement.of(1, mapping, Binding.parse("core"), host().sorted(), true))
        .hasMessageContaining("there are no more than " + message);
  }

  @Test
  void shouldGiveHardwareThreadsIfTheyCountAsCores() throws LaunchException {
    Mapping threads = new Mapping(null, 0, 2, null, true, null);

    assertThat(Placement.of(2, threads, Binding.parse("hwthread"), host().sorted(), false))
        .hasToString("[[0, 4], [1, 5]]");
  }

  @Test
  void shouldKeepTheOrderOfACpuList() throws LaunchException {
    CpuTopology listed = host().confinedTo("3,1");

    assertThat(
            Placement.of(
                2, Mapping.parse("slot"), Binding.parse("cpu-list:ordered"), listed, false))
        .hasToString("[[3], [1]]");
  }

  @ParameterizedTest
  @CsvSource({
    "5, core, core, 5",
    "9, core, hwthread, 9",
    "3, slot:pe=2, socket, 6",
    "3, socket:pe=2, core, 6"
  })
  void shouldRefuseMoreRanksThanCores(int ranks, String mapBy, String bindTo, int needed)
      throws LaunchException {
    Mapping mapping = Mapping.parse(mapBy);
    Binding binding = Binding.parse(bindTo);

    assertThatThrownBy(() -> Placement.of(ranks, mapping, binding, host().sorted(), false))
        .hasMessageContaining(ranks + " ranks need " + needed + " cores")
        .hasMessageContaining("--oversubscribe");
  }

  @ParameterizedTest
  @CsvSource({"ppr:3:node, 3", "ppr:2:socket, 4", "ppr:1:core, 4", "ppr:1:hwthread, 8", "slot,"})
  void shouldCountRanksOfEachPartOfTheHost(String mapBy, Integer ranks) throws LaunchException {
    assertThat(Mapping.parse(mapBy).ranksOnHost(host())).isEqualTo(ranks);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0       | [0, 4]",
        "0-1,3   | [0, 1, 3, 4, 5, 7]",
        "1:0     | [2, 6]",
        "1:*     | [2, 3, 6, 7]",
        "0:1;1:1 | [1, 3, 5, 7]",
        "*       | [0, 1, 2, 3, 4, 5, 6, 7]"
      })
  void shouldFindTheCpusOfARankfile(String slots, String cpus) throws LaunchException {
    assertThat(SlotList.cpus(slots, Level.CORE, host().sorted())).hasToString(cpus);
  }

  @ParameterizedTest
  @CsvSource({
    "4, core 4; the host has 4 cores",
    "2:0, socket 2; the host has 2 sockets",
    "0:0-2, core 2; the host has 2 cores"
  })
  void shouldRefuseCpusOfARankfileThatAreNotThere(String slots, String message) {
    assertThatThrownBy(() -> SlotList.cpus(slots, Level.CORE, host().sorted()))
        .hasMessageContaining("--rankfile has slot=" + slots + " with " + message);
  }

  @Test
  void shouldBindTheSameAfterItsRequestHasTravelled() throws Exception {
    for (String mapBy : List.of("slot", "socket:pe=2", "ppr:1:numa", "core:oversubscribe")) {
      for (String bindTo : List.of("core", "socket", "core:overload-allowed", "none")) {
        BindingRequest sent = BindingRequest.of(Mapping.parse(mapBy), Binding.parse(bindTo), null);
        BindingRequest received = travelled(sent);

        assertThat(received.isNothing()).isEqualTo(bindTo.equals("none"));
        if (!received.isNothing()) {
          assertThat(received.cpus(2, host().sorted())).isEqualTo(sent.cpus(2, host().sorted()));
        }
      }
    }
    BindingRequest sent =
        BindingRequest.of(Mapping.parse("slot"), Binding.parse("none"), "0-3")
            .with(List.of("1", "", "0:0"));

    assertThat(travelled(sent).cpuSet()).isEqualTo("0-3");
    assertThat(travelled(sent).cpus(3, host().sorted()))
        .isEqualTo(List.of(List.of(1, 5), List.of(), List.of(0, 4)));
  }

  private static BindingRequest travelled(BindingRequest sent) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sent.write(new DataOutputStream(bytes));
    return BindingRequest.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
  }

  @Test
  void shouldTellOfAHostHowManyPartsItHas() throws Exception {
    NodeTopology told = NodeTopology.of(host(), 5L << 30);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    told.write(new DataOutputStream(bytes));

    NodeTopology heard =
        NodeTopology.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(heard).isEqualTo(told);
    assertThat(heard.count(Level.CORE)).isEqualTo(4);
    assertThat(Mapping.parse("ppr:2:socket").ranksOn(heard)).isEqualTo(4);
    assertThat(Mapping.parse("ppr:3:node").ranksOn(heard)).isEqualTo(3);
    assertThat(Mapping.parse("slot").ranksOn(heard)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"true, 1024", "false, 3145728"})
  void shouldKnowTheMemoryThatAContainerMayHave(boolean limited, long bytes) throws IOException {
    Path root = Files.createTempDirectory(system, "root");
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(root.resolve("proc/meminfo"), "MemTotal:        3072 kB\nMemFree: 1 kB\n");
    Files.createDirectories(root.resolve("sys/fs/cgroup"));
    Files.writeString(root.resolve("sys/fs/cgroup/memory.max"), limited ? "1024\n" : "max\n");

    assertThat(HostMemory.of(root)).isEqualTo(bytes);
    assertThat(HostMemory.of(root.resolve("nothing"))).isZero();
  }
}
