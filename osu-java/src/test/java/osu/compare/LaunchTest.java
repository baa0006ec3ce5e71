package osu.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LaunchTest {
  private static final String WORK = " -m 8:8 -i 3 -x 20 --chunks 5 --samples /samples";

  private final Launch launch =
      new Launch(Path.of("/ob1j"), new Reference("/mpirun", "/reference", "/classes", "/lib"));

  @Test
  void shouldPinTwoRanksOfOb1jToTheCores() {
    assertThat(command("shm-latency-8-direct", Contender.OB1J))
        .isEqualTo(
            "/ob1j/mpirun -n 2 --mca btl sm,self --bind-to core java -cp"
                + " /ob1j/osu-java/target/classes osu.Latency -a direct"
                + WORK);
  }

  @Test
  void shouldRunTheLoopsInC() {
    assertThat(command("tcp-rate-8", Contender.OPENMPI_C))
        .isEqualTo(
            "/mpirun -n 2 --mca pml ob1 --mca btl tcp,self --bind-to core /reference rate" + WORK);
  }

  @Test
  void shouldRunTheSameClassesOnOpenMpisBindings() {
    assertThat(command("shm-rate-8", Contender.OPENMPI_JAVA))
        .isEqualTo(
            "/mpirun -n 2 --mca pml ob1 --mca btl vader,self --bind-to core java -cp"
                + " /classes:/ob1j/osu-java/target/classes -Djava.library.path=/lib"
                + " osu.MessageRate -a array"
                + WORK);
  }

  @Test
  void shouldLetRanksYieldWhereTheyAreMoreThanCores() {
    assertThat(command("shm-ring-8", Contender.OPENMPI_C))
        .isEqualTo(
            "/mpirun -n 8 --mca pml ob1 --mca btl vader,self --bind-to none --oversubscribe --mca"
                + " mpi_yield_when_idle 1 /reference ring"
                + WORK);
    assertThat(command("shm-ring-8", Contender.OB1J)).contains(" -n 8 ", " --bind-to none ");
  }

  @Test
  void shouldRunTheBenchmarkOfUcxWithTheTransportsOfTheRow() {
    assertThat(command("ucx-perftest-latency-8", Contender.UCX_PERFTEST))
        .isEqualTo("/ob1j/osu-java/reference/ucx_perftest.sh posix,cma,self" + WORK);
  }

  @Test
  void shouldLeaveOutTheSilentRanksForTheirReference() {
    assertThat(command("shm-latency-8-silent", Contender.OB1J))
        .contains(" -n 64 ", " --bind-to core --oversubscribe ");
    assertThat(command("shm-latency-8-silent", Contender.OB1J_PLAIN))
        .contains(" -n 2 ", " -XX:-UsePerfData ");
  }

  @Test
  void shouldSetTheRowsParametersOnlyForOb1jItself() {
    assertThat(command("tcp-2links-latency-1M", Contender.OB1J))
        .contains(" --mca btl tcp,self --mca btl_tcp_links 2 --bind-to core java ");
    assertThat(command("tcp-2links-latency-1M", Contender.OB1J_PLAIN))
        .contains(" --mca btl tcp,self --bind-to core java ");
  }

  @Test
  void shouldGiveTheRowsOptionsOnlyToOb1jItself() {
    assertThat(command("shm-matching-10000", Contender.OB1J))
        .endsWith(" osu.PostedReceives -a array -r 10000" + WORK);
    assertThat(command("shm-matching-10000", Contender.OB1J_PLAIN))
        .endsWith(" osu.PostedReceives -a array" + WORK);
  }

  private String command(String rowName, Contender contender) {
    Row row =
        RowTable.rows().stream().filter(r -> r.name().equals(rowName)).findFirst().orElseThrow();
    return String.join(
        " ", launch.command(row, contender, new Work(3, 20, 5), Path.of("/samples")));
  }
}
