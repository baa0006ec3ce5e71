package osu.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilationLogTest {
  private static final String LOG =
      """
      <hotspot_log version='160 1' process='1' time_ms='1'>
      <nmethod compile_id='1' compile_kind='c2n' compiler='' level='0' size='1056' \
      method='A park ()V' bytes='0' stamp='0.1'/>
      <nmethod compile_id='2' compiler='c1' level='3' size='760' method='A run ()V' stamp='0.2'/>
      <nmethod compile_id='3' compiler='c2' level='4' size='4000' method='A run ()V' stamp='0.3'/>
      <nmethod compile_id='4' compile_kind='osr' compiler='c2' level='4' size='500' \
      method='B &lt;init&gt; (I)V' stamp='0.4'/>
      <uncommon_trap thread='7' reason='unstable_if' action='reinterpret' compile_id='3' \
      compiler='c2' level='4' stamp='0.5'>
      <jvms bci='12' method='B get ()I' bytes='20'/>
      <jvms bci='3' method='A run ()V' bytes='10'/>
      </uncommon_trap>
      <compilation_log thread='8'>
      <start_compile_thread name='C2 CompilerThread0' thread='8' process='1' stamp='0.1'/>
      <task compile_id='3' method='A run ()V' stamp='0.25'>
      <uncommon_trap bci='12' reason='unstable_if' action='reinterpret'/>
      <task_done success='1' nmsize='4000' stamp='0.30'/>
      </compilation_log>
      <compilation_log thread='9'>
      <start_compile_thread name='C1 CompilerThread0' thread='9' process='1' stamp='0.1'/>
      <task compile_id='2' method='A run ()V' stamp='0.1'>
      <task_done success='1' nmsize='760' stamp='0.2'/>
      </compilation_log>
      </hotspot_log>
      """;

  @TempDir private Path folder;

  @Test
  void shouldCountWhatWasInstalledByEachCompiler() throws IOException {
    CompilationLog log = read(LOG);
    assertThat(log.c1Count()).isEqualTo(1);
    assertThat(log.c2Count()).isEqualTo(2);
    assertThat(log.c2Bytes()).isEqualTo(4500);
    assertThat(log.compiled())
        .contains(new CompilationLog.Compiled(0.4, "B.<init>", 500, 4, true))
        .hasSize(3);
  }

  @Test
  void shouldTellTheTrapsThatWereTakenFromThoseThatWereCompiled() throws IOException {
    assertThat(read(LOG).traps())
        .containsExactly(new CompilationLog.Trap(0.5, "unstable_if", "B.get @ 12", "A.run #3"));
  }

  @Test
  void shouldAddUpTheSecondsOfC2() throws IOException {
    assertThat(read(LOG).c2Seconds()).isCloseTo(0.05, Offset.offset(1e-9));
  }

  @Test
  void shouldRefuseTheLogOfAJvmThatStillRuns() {
    assertThatThrownBy(() -> read(LOG.replace("</hotspot_log>", "")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has no end");
  }

  @Test
  void shouldLetEachJavaOfAJobWriteALog() {
    List<String> job = new ArrayList<>(List.of("mpirun", "-n", "2", "/jdk/bin/java", "A"));
    assertThat(Compilation.addOptions(job, Path.of("/logs"))).isTrue();
    assertThat(job)
        .containsExactly(
            "mpirun",
            "-n",
            "2",
            "/jdk/bin/java",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+LogCompilation",
            "-XX:LogFile=/logs/%p.xml",
            "A");
    assertThat(Compilation.addOptions(new ArrayList<>(List.of("mpirun", "true")), folder))
        .isFalse();
  }

  @Test
  void shouldShowTheMostOfEachCount() throws IOException {
    String table =
        Compilation.table(List.of(read(LOG), new CompilationLog(List.of(), List.of(), 1)));
    assertThat(table.lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "JVM traps C2 C2 MB C2 s C1",
            "0 1 2 0.005 0.05 1",
            "1 0 0 0.000 1.00 0",
            "the most 1 2 0.005 1.00 1");
  }

  private CompilationLog read(String text) throws IOException {
    return CompilationLog.read(Files.writeString(folder.resolve("log.xml"), text));
  }
}
