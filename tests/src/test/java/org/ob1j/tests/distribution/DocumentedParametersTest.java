package org.ob1j.tests.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/parameters.md says what the declarations in the code say. */
class DocumentedParametersTest {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));

  @Test
  void shouldHaveEveryParameterOnThePageAsItIsDeclared() throws IOException {
    Path lib = ROOT.resolve("distribution/target/lib");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    String declared =
        Command.of(
                java, "-cp", lib + "/*:" + lib + "/launcher/*", "org.ob1j.launcher.ParameterPage")
            .run()
            .successful();

    assertThat(Files.readString(ROOT.resolve("docs/parameters.md")))
        .as("the end of the page tells how to make it anew")
        .isEqualTo(declared);
  }
}
