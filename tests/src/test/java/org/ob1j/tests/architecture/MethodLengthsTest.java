package org.ob1j.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Methods of the common path that are long on purpose. HotSpot's C2 inlines no method of more than
 * 325 bytecodes (its FreqInlineSize), so these are compiled once, and not with each of their
 * callers; whatever branch is taken first in a program's middle throws away their code alone.
 */
class MethodLengthsTest {
  private static final int LONGEST_INLINED = 325;

  @ParameterizedTest
  @CsvSource({
    "org.ob1j.runtime.datatype.Convertor, prepare",
    "org.ob1j.runtime.datatype.Convertor, packRun",
    "org.ob1j.runtime.datatype.Convertor, unpackRun",
    "org.ob1j.runtime.datatype.RunsCopy, copy",
    "org.ob1j.runtime.datatype.RunsCopy, copyBlocks",
    "org.ob1j.pml.dispatch.FrameDispatcher, receive",
    "org.ob1j.runtime.collective.buffer.BulkCopy, copy",
    "org.ob1j.runtime.collective.shared.Meeting, awaitRanks",
  })
  void shouldBeTooLongToBeCompiledWithItsCallers(String type, String method) {
    assertThat(lastBytecode(type, method)).as("%s.%s", type, method).isGreaterThan(LONGEST_INLINED);
  }

  private static int lastBytecode(String type, String method) {
    StringWriter listing = new StringWriter();
    int result =
        ToolProvider.findFirst("javap")
            .orElseThrow()
            .run(
                new PrintWriter(listing),
                new PrintWriter(listing),
                "-p",
                "-c",
                "-cp",
                System.getProperty("java.class.path"),
                type);
    assertThat(result).as("%s", listing).isZero();
    Matcher code =
        Pattern.compile(" " + method + "\\(.*\\);\\R +Code:\\R(?s:(.*?))(\\R\\R|\\R})")
            .matcher(listing.toString());
    assertThat(code.find()).as("%s in %s", method, listing).isTrue();
    int last = -1;
    Matcher offset = Pattern.compile("(?m)^ +(\\d+): [a-z]").matcher(code.group(1));
    while (offset.find()) {
      last = Integer.parseInt(offset.group(1));
    }
    return last;
  }
}
