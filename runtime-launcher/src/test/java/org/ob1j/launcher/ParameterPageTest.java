package org.ob1j.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.parameter.Parameter;

class ParameterPageTest {
  private static List<String> tables(Parameter<?>... parameters) {
    return ParameterPage.of(List.of(parameters))
        .lines()
        .filter(line -> line.startsWith("## ") || line.startsWith("| `"))
        .toList();
  }

  @Test
  void shouldTellTypeDefaultAndRangeOfEachKind() {
    assertThat(
            tables(
                Parameter.integer("pml_ob1j_depth", 4, 1, 65536, "How many"),
                Parameter.integer("pml_ob1j_most", 2, -1, Integer.MAX_VALUE, "How many more"),
                Parameter.bytes("pml_ob1j_room", 8L << 20, 0, 1L << 40, "How long"),
                Parameter.bytes("pml_ob1j_limit", 4160, 0, Long.MAX_VALUE, "How long at most"),
                Parameter.bytes("pml_ob1j_piece", Long.MAX_VALUE, 8, Long.MAX_VALUE, "How long"),
                Parameter.bool("pml_ob1j_show", false, "Whether"),
                Parameter.text("pml_ob1j_trace", "", "Where to, a|b")))
        .containsExactly(
            "## pml_ob1j",
            "| `pml_ob1j_depth` | int | 4 | 1 to 65536 | How many |",
            "| `pml_ob1j_limit` | bytes | 4160 | from 0 | How long at most |",
            "| `pml_ob1j_most` | int | 2 | from -1 | How many more |",
            "| `pml_ob1j_piece` | bytes | no limit | from 8 | How long |",
            "| `pml_ob1j_room` | bytes | 8m | 0 to 1024g | How long |",
            "| `pml_ob1j_show` | bool | false | – | Whether |",
            "| `pml_ob1j_trace` | string | (empty) | – | Where to, a\\|b |");
  }

  @Test
  void shouldHaveATableForEachFrameworkAndComponent() {
    assertThat(
            tables(
                Parameter.text("pml", "ob1j", "The engine"),
                Parameter.text("btl_sm_folder", "/dev/shm", "The folder"),
                Parameter.text("btl", "", "The transports"),
                Parameter.bool("mpi_leave_pinned", true, "Keep").withAliases("pinned", "kept")))
        .containsExactly(
            "## btl",
            "| `btl` | string | (empty) | – | The transports |",
            "## btl_sm",
            "| `btl_sm_folder` | string | /dev/shm | – | The folder |",
            "## mpi",
            "| `mpi_leave_pinned` | bool | true | – | Keep; also called pinned, kept |",
            "## pml",
            "| `pml` | string | ob1j | – | The engine |");
  }
}
