package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

/** What mpirun passes through are bytes, whatever the locale says that they are. */
class MpirunBytesTest {
  /** Every byte that can be in a name: in a shell's printf, and as od shows them. */
  private static final String ALL_BYTES = allBytes("\\%o");

  private static final String ALL_BYTES_SHOWN = allBytes("%02x");

  /** As they would be of a Latin-1 name; and one that is UTF-8. */
  private static final String NAME = "\\344r\\303\\244g";

  private static final String NAME_SHOWN = "e472c3a467";

  private static final String SHOW = "| od -An -v -tx1";

  @TempDir private Path folder;

  private static String allBytes(String format) {
    StringBuilder text = new StringBuilder();
    for (int b = 1; b < 256; b++) {
      text.append(String.format(format, b));
    }
    return text.toString();
  }

  /** mpirun in a locale, after a shell that sets $all and $name and goes on with the script. */
  private MpirunJob.Result mpirun(String locale, String script) {
    return MpirunJob.of()
        .after(
            "sh",
            "-c",
            "all=$(printf '" + ALL_BYTES + "'); name=$(printf '" + NAME + "'); " + script,
            "sh")
        .environment("LC_ALL", locale)
        .directory(folder)
        .run();
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void shouldPassOnArgumentsAndVariablesAsTheyAre(String locale) {
    MpirunJob.Result result =
        mpirun(
            locale,
            "INHERITED=\"$all\" exec \"$1\" -n 1 -x GIVEN=\"$all\" sh -c"
                + " 'printf %s \"$1$INHERITED$GIVEN$LC_ALL\" "
                + SHOW
                + "' sh \"$all\"");

    assertThat(result.stderr()).isEmpty();
    assertThat(shown(result)).isEqualTo(ALL_BYTES_SHOWN.repeat(3) + hex(locale));
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void shouldFindProgramsAndFoldersByTheirBytes(String locale) {
    MpirunJob.Result result =
        mpirun(
            locale,
            "mkdir \"$name\"; cd \"$name\"; printf '#!/bin/sh\\npwd "
                + SHOW
                + "' > \"$name\";"
                + " chmod +x \"$name\"; \"$1\" -n 1 \"./$name\" && cd .. &&"
                + " PATH=\"$PATH:$PWD/$name\" exec \"$1\" -n 1 -wdir \"$name\" \"$name\"");

    assertThat(result.stderr()).isEmpty();
    assertThat(shown(result)).isEqualTo((hex(folder + "/") + NAME_SHOWN + "0a").repeat(2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void shouldReadAndWriteFilesOfAnyNameAndContent(String locale) {
    MpirunJob.Result result =
        mpirun(
            locale,
            "echo \"-n 1 printf %s '$name'\" > \"a$name\";"
                + " \"$1\" --output-filename \"o$name:nocopy\" --app \"a$name\";"
                + " cat \"o$name/1/rank.0/stdout\" "
                + SHOW);

    assertThat(result.stderr()).isEmpty();
    assertThat(shown(result)).isEqualTo(NAME_SHOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void shouldPrintNamesInMessagesAsTheyAre(String locale) {
    MpirunJob.Result result = mpirun(locale, "\"$1\" -n 1 \"./$name\" 2>&1 " + SHOW);

    assertThat(shown(result)).startsWith(hex("mpirun: there is no program './") + NAME_SHOWN);
  }

  private static String shown(MpirunJob.Result result) {
    return result.stdout().replaceAll("\\s", "");
  }

  private static String hex(String text) {
    StringBuilder shown = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      shown.append(String.format("%02x", b));
    }
    return shown.toString();
  }
}
