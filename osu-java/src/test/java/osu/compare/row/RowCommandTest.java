package osu.compare.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import osu.compare.launch.Contender;
import osu.compare.launch.Launch;
import osu.compare.launch.Reference;
import osu.compare.table.RowTable;

class RowCommandTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String WORK = " -m 8:8 -i 3 -x 20 --chunks 5 --samples /samples";

  private final Launch launch =
      new Launch(
          Path.of("/ob1j"),
          Path.of("/before"),
          new Reference(
              "/mpirun",
              "/reference",
              "/classes",
              "/jobtime",
              "/lib",
              "4.1.4",
              new Reference.MpjExpress("/mpj", "/mpj/starter.jar", "/loops", "0.44")),
          Path.of("/samples"),
          Path.of("/time"));

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
  void shouldRunOsusScheduleWithoutFurtherOptions() {
    Row row = row("osu-shm-allreduce-4ranks-buffer");
    assertThat(words(row.command(launch, Contender.OB1J, false)))
        .isEqualTo(
            "/ob1j/mpirun -n 4 --mca btl sm,self java -cp /ob1j/osu-java/target/classes"
                + " osu.Allreduce -a buffer --samples /samples");
    assertThat(words(row.command(launch, Contender.OPENMPI_JAVA, false)))
        .isEqualTo(
            "/mpirun -n 4 --mca pml ob1 --mca btl vader,self --oversubscribe --mca"
                + " mpi_yield_when_idle 1 java -cp /classes:/ob1j/osu-java/target/classes"
                + " -Djava.library.path=/lib osu.Allreduce -a buffer --samples /samples");
  }

  @Test
  void shouldRunItsOwnLoopsOnMpjExpressWithTheSameOptions() {
    ScheduleRow row = ((ScheduleRow) row("osu-shm-bcast-4ranks-array")).besideMpjExpress();
    assertThat(words(row.command(launch, Contender.MPJ_EXPRESS, true)))
        .isEqualTo(
            "env MPJ_HOME=/mpj java -cp /mpj/starter.jar runtime.starter.MulticoreStarter /loops 4"
                + " smpdev useLocalLoader /ob1j/osu-java/target/classes osu.mpj.Main"
                + " osu.Bcast -a array -m 1:65536 --samples /samples");
  }

  @Test
  void shouldTimeWholeJobs() {
    Row row = row("cold-pp-8-1k");
    assertThat(words(row.command(launch, Contender.OB1J, false)))
        .isEqualTo(
            "/jobtime /time /ob1j/mpirun -n 2 java -cp /ob1j/osu-java/target/classes"
                + " osu.cold.PingPong 8 1000 array");
    assertThat(words(row("first-rounds-16").command(launch, Contender.OB1J, false)))
        .endsWith(" osu.cold.FirstRounds 1024 --samples /samples");
  }

  @Test
  void shouldRunTheSameClassesOnTheOb1jOfAnotherFolder() {
    Row row = ((SteadyRow) row("shm-latency-8-direct")).heldAgainstBefore();
    assertThat(words(row.command(launch, Contender.OB1J_BEFORE, false)))
        .startsWith("/before/mpirun -n 2 --mca btl sm,self --bind-to core java -cp")
        .contains(" /ob1j/osu-java/target/classes osu.Latency ");
    assertThat(row.contenders())
        .containsExactly(
            Contender.OB1J, Contender.OB1J_BEFORE, Contender.OPENMPI_C, Contender.OPENMPI_JAVA);
    assertThat(row.target()).isEqualTo("<= 1.20");
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
    return words(((SteadyRow) row(rowName)).command(launch, contender, new Work(3, 20, 5)));
  }

  private static Row row(String name) {
    return RowTable.rows().stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  /** Ranks run on the java of the comparison. */
  private static String words(List<String> command) {
    return String.join(" ", command).replace(JAVA + " ", "java ");
  }
}
