package org.ob1j.launcher.allocation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.parameter.TextFile;

/**
 * What can be asked for hosts beside the command line.
 *
 * @param environment the user's environment variables
 * @param files reads files
 * @param me this host
 */
public record Site(Map<String, String> environment, Files files, ThisHost me) {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Reads a file's lines. */
  @FunctionalInterface
  public interface Files {
    /**
     * The lines of a file.
     *
     * @throws IOException for which {@link TextFile#reason} has words
     */
    List<String> lines(String file) throws IOException;
  }

  /** The real one. */
  public static Site of(Map<String, String> environment) {
    return new Site(
        environment, file -> Arrays.asList(TextFile.lines(NativeText.path(file))), ThisHost.find());
  }

  /** The value of a variable; null if it is not set or has nothing in it. */
  String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value.trim();
  }

  /**
   * The lines of a file that tells hosts.
   *
   * @param named what names the file, for the message
   */
  List<String> lines(String named, String file) throws LaunchException {
    if (file.isBlank()) {
      throw LaunchException.usage(named + " is empty; it must name a file");
    }
    try {
      return withoutByteOrderMark(files.lines(file));
    } catch (IOException unusable) {
      throw new LaunchException(
          ExitCodes.USAGE,
          named
              + " names the file '"
              + file
              + "', which cannot be used: "
              + TextFile.reason(unusable)
              + ". No rank is started on this host instead");
    }
  }

  /** Some editors begin a text in UTF-8 with a mark, which would be part of the first name. */
  private static List<String> withoutByteOrderMark(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).startsWith(BYTE_ORDER_MARK)) {
      return lines;
    }
    List<String> plain = new ArrayList<>(lines);
    plain.set(0, lines.get(0).substring(BYTE_ORDER_MARK.length()));
    return plain;
  }
}
