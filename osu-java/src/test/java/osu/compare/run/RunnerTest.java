package osu.compare.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RunnerTest {
  private Runner runner;

  @BeforeEach
  void open() throws IOException {
    runner = new Runner(2);
  }

  @AfterEach
  void close() throws IOException {
    runner.close();
  }

  @Test
  void shouldReadTheSamplesThatTheCommandWrote() throws Exception {
    assertThat(runner.run(writing("bytes,chunk,value\\n8,0,1.5\\n16,0,2e-1,7\\n")).samples())
        .containsExactly(new Sample(8, 1.5), new Sample(16, 0.2));
  }

  @Test
  void shouldReadHowLongTheJobTook() throws Exception {
    Run run = runner.run(shell("echo 1.5,0.25,2 > '" + runner.timeFile() + "'"));
    assertThat(run.time()).isEqualTo(new Run.JobTime(1.5, 0.25, 2));
    assertThat(run.samples()).isEmpty();
  }

  @Test
  void shouldNotTakeAnEarlierRunsSamples() throws Exception {
    runner.run(writing("bytes,chunk,value\\n8,0,1.5\\n"));
    assertThatThrownBy(() -> runner.run(shell("true")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("wrote no samples");
  }

  @Test
  void shouldTellWhatAFailingCommandPrinted() {
    assertThatThrownBy(() -> runner.run(shell("echo no such rank >&2; exit 3")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("no such rank");
  }

  @Test
  void shouldEndACommandThatTakesTooLong() {
    assertThatThrownBy(() -> runner.run(shell("exec sleep 600")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("did not end within 2 s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes,chunk,value\\n",
        "8,0,1.5\\n8,1,1.5\\n",
        "bytes,chunk,value\\n8,0\\n",
        "bytes,chunk,value\\n8,0,fast\\n",
        "bytes,chunk,value\\n8,0,0\\n",
        "bytes,chunk,value\\n8,0,NaN\\n",
        "bytes,chunk,value\\n8,0,Infinity\\n"
      })
  void shouldRefuseWhatAreNoSamples(String text) {
    assertThatThrownBy(() -> runner.run(writing(text)))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("sample");
  }

  private List<String> writing(String text) {
    return shell("printf '" + text + "' > '" + runner.samplesFile() + "'");
  }

  private static List<String> shell(String script) {
    return List.of("sh", "-c", script);
  }
}
