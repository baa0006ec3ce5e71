package org.ob1j.runtime.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.NodeMap;

class JobControlsTest {
  private final List<String> ends = new ArrayList<>();

  private JobControl singleton() {
    return join(Map.of());
  }

  private JobControl join(Map<String, String> environment) {
    return JobControls.join(environment, (code, message) -> ends.add(code + " " + message));
  }

  @Test
  void shouldMakeAJobOfOneWithoutMpirun() {
    JobControl job = singleton();

    assertThat(job.identity().size()).isEqualTo(1);
    assertThat(job.identity().rank()).isZero();
    job.modex().put("key", new byte[] {1});
    job.modex().fence();
    job.barrier();
    assertThat(job.modex().get(0, "key")).containsExactly(1);
    assertThat(job.modex().get(0, "nothing")).isNull();
    assertThatThrownBy(() -> job.modex().get(1, "key"))
        .hasMessage("rank 1 is outside the job of 1");
    job.close();
    assertThat(ends).isEmpty();
  }

  @Test
  void shouldTellAnUnreadableEnvironmentOfMpirunFromNone() {
    byte[] mpiruns = "PATH=/bin\0OB1J_CONTROL=127.0.0.1:1\0".getBytes(StandardCharsets.US_ASCII);
    byte[] others = "PATH=/bin\0NOT_OB1J_CONTROL=1\0".getBytes(StandardCharsets.US_ASCII);

    assertThat(ProcessEnvironment.whyUnreadable(Map.of("x", "y"), mpiruns))
        .startsWith("mpirun has started this process, but the JVM cannot read its environment")
        .contains("file.encoding is ", "leave out -Dfile.encoding");
    assertThat(ProcessEnvironment.whyUnreadable(Map.of(), others)).isNull();
    assertThat(ProcessEnvironment.whyUnreadable(Map.of(), new byte[0])).isNull();
  }

  @Test
  void shouldEndAloneWhenAJobOfOneAborts() {
    singleton().abort(9, "reason");

    assertThat(ends).containsExactly("9 abort: reason");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OB1J_RANK   |     | environment variable OB1J_RANK is missing",
        "OB1J_SECRET |     | environment variable OB1J_SECRET is missing",
        "OB1J_CONTROL |    | environment variable OB1J_CONTROL is missing",
        "OB1J_RANK   | 4   | environment variable OB1J_RANK is '4'; it must be 0 to 3",
        "OB1J_RANK   | two | environment variable OB1J_RANK is 'two'; it must be a whole number",
        "OB1J_SIZE   | 0   | environment variable OB1J_SIZE is '0'; it must be 1 to 2147483647",
        "OB1J_SECRET | xyz | environment variable OB1J_SECRET must be hexadecimal digits",
        "OB1J_JOB_ID | a/b | environment variable OB1J_JOB_ID is 'a/b'; it must be 1 to 64",
        "OB1J_PROGRAM_SIZES | 2 3 | OB1J_PROGRAM_SIZES is '2 3'; it must be numbers of ranks, 4 tog",
        "OB1J_PROGRAM_SIZES | 4 0 | OB1J_PROGRAM_SIZES is '4 0'; it must be numbers of ranks, 4 tog",
        "OB1J_PROGRAM_SIZES | a | OB1J_PROGRAM_SIZES is 'a'; it must be numbers of ranks, 4 together",
        "OB1J_NODES | 0*3 | OB1J_NODES is '0*3'; it must be the nodes of 4 ranks, from 0 on and none l",
        "OB1J_NODES | 0-3*2*1 | OB1J_NODES is '0-3*2*1'; it must be the nodes of 4 ranks, from 0 on",
        "OB1J_NODES | 0,2*2,0 | it must be the nodes of 4 ranks, from 0 on and none left out, such as",
        "OB1J_NODES | 0*2,1,2 | OB1J_LOCAL_SIZE is '2'; it must be 1, as many as there are on node 1 of r",
        "OB1J_CONTROL | x  | OB1J_CONTROL is 'x'; it must be host:port",
      })
  void shouldNameTheVariableThatIsWrong(String name, String value, String message) {
    Map<String, String> variables = new HashMap<>(environment().toVariables());
    variables.put(name, value);
    variables.values().removeIf(v -> v == null);

    assertThatThrownBy(() -> join(variables))
        .isInstanceOf(JobException.class)
        .hasMessageContaining(message);
    assertThat(ends)
        .as("the process ends")
        .singleElement()
        .asString()
        .startsWith("1 ")
        .contains(message);
  }

  @Test
  void shouldReadTheEnvironmentItWrote() {
    JobEnvironment written = environment();

    assertThat(JobEnvironment.read(written.toVariables()))
        .usingRecursiveComparison()
        .isEqualTo(written);
  }

  @Test
  void shouldTakeAllRanksForThoseOfOneNodeIfNobodySaysWhereTheyAre() {
    Map<String, String> variables = new HashMap<>(environment().toVariables());
    assertThat(variables)
        .containsEntry("OB1J_NODES", "0-1*2")
        .containsEntry("OMPI_COMM_WORLD_NODE_RANK", "1");
    variables.remove("OB1J_NODES");

    assertThat(JobEnvironment.read(variables).identity().nodes()).isEqualTo(NodeMap.oneNode(4));
  }

  @Test
  void shouldCutALongLayoutInAnError() {
    Map<String, String> variables = new HashMap<>(environment().toVariables());
    variables.put("OB1J_NODES", "0,".repeat(200));

    assertThatThrownBy(() -> join(variables))
        .hasMessageContaining("is '" + "0,".repeat(50) + "…'; it must be");
  }

  @Test
  void shouldMakeJobIdsThatDiffer() {
    Set<String> ids = new HashSet<>();
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < 1000; i++) {
      String id = JobControls.newJobId(random);
      assertThat(Handshake.isJobId(id)).isTrue();
      assertThat(JobIdentity.isGeneratedId(id)).isTrue();
      assertThat(ids.add(id)).isTrue();
    }
  }

  @Test
  void shouldTellARankWhetherOtherHostsWantItsCores() {
    NodeMap nodes = NodeMap.bySlot(4, 2);
    for (boolean crowded : new boolean[] {true, false}) {
      JobIdentity identity = new JobIdentity("job1", 2, 4, 0, 2, 8, crowded, List.of(4), nodes);
      Map<String, String> variables =
          new JobEnvironment(identity, "127.0.0.1:1", new byte[] {1}).toVariables();
      assertThat(JobEnvironment.read(variables).identity()).isEqualTo(identity);
      // Also if not: a rank may have inherited that of an mpirun which runs the one that starts it.
      assertThat(variables).containsEntry(JobEnvironment.CROWDED_MACHINE, crowded ? "1" : "0");
    }
  }

  private static JobEnvironment environment() {
    return new JobEnvironment(
        new JobIdentity("job1", 2, 4, 1, 2, 8, List.of(1, 3)),
        "127.0.0.1:1",
        new byte[] {1, (byte) 0xff});
  }
}
