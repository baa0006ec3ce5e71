package org.ob1j.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.launcher.program.Library;

class ProgramRequestTest {
  private static ProgramRequest travelled(ProgramRequest sent) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sent.write(new DataOutputStream(bytes));
    return read(bytes.toByteArray());
  }

  private static ProgramRequest read(byte[] bytes) throws IOException {
    return ProgramRequest.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Test
  void shouldBeTheSameOnTheHostThatItIsSentTo() throws Exception {
    ProgramRequest sent =
        new ProgramRequest(
            3,
            List.of("sh", "two words", ""),
            "/opt:/usr",
            "/",
            true,
            Map.of("A", "1", "B", "x".repeat(99_999)));

    assertThat(travelled(sent)).isEqualTo(sent);
    ProgramRequest withoutPath = new ProgramRequest(0, List.of("sh"), null, "/", false, Map.of());
    assertThat(travelled(withoutPath)).isEqualTo(withoutPath);
  }

  @Test
  void shouldRefuseBytesThatAreNoRequest() {
    assertThatThrownBy(() -> read(new byte[] {0, 0, 0, 1, -1, 0, 0, 0}))
        .hasMessageContaining("a length of -16777216 is none of a program's");
    assertThatThrownBy(() -> read(new byte[8])).hasMessageContaining("program 0 has no command");
  }

  @Test
  void shouldRunInTheHostsEnvironmentWithWhatTheUserAdds() throws Exception {
    ProgramRequest request =
        new ProgramRequest(0, List.of("sh", "a"), "/bin", "/", true, Map.of("A", "1", "B", "2"));

    RankPlan rank = request.resolve(Library.NONE, Map.of("A", "0", "C", "3"));

    assertThat(rank.command()).containsExactly("/bin/sh", "a");
    assertThat(rank.environment())
        .containsEntry("A", "1")
        .containsEntry("B", "2")
        .containsEntry("C", "3");
  }

  @Test
  void shouldStartWhereTheAgentIsIfTheHostHasNotTheFolderThatNobodyNames() throws Exception {
    ProgramRequest unnamed =
        new ProgramRequest(0, List.of("sh"), "/bin", "/no/such/folder", false, Map.of());
    ProgramRequest named =
        new ProgramRequest(0, List.of("sh"), "/bin", "/no/such/folder", true, Map.of());

    assertThat(unnamed.resolve(Library.NONE, Map.of()).workingDirectory())
        .isEqualTo(Path.of("").toAbsolutePath());
    assertThatThrownBy(() -> named.resolve(Library.NONE, Map.of()))
        .hasMessage("-wdir /no/such/folder is no folder");
  }
}
