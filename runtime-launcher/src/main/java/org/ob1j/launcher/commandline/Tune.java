package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ob1j.launcher.option.GivenOptions;
import org.ob1j.launcher.option.OptionFile;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * What the files of --tune say: lines with -x and --mca, as on the command line.
 *
 * @param parameters names and values in turn
 * @param exports NAME or NAME=VALUE
 */
record Tune(List<String> parameters, List<String> exports) {
  static final Tune NONE = new Tune(List.of(), List.of());

  private static final Set<String> MAY_STAND = Set.of("-x", "--mca");

  /** Reads files that are listed with commas. */
  static Tune read(String files) throws LaunchException {
    Tune all = new Tune(new ArrayList<>(), new ArrayList<>());
    for (String file : files.split(",", -1)) {
      if (file.isEmpty()) {
        throw LaunchException.usage("--tune is '" + files + "'; it must be FILE or FILE,FILE...");
      }
      for (String[] line : OptionFile.read("--tune", NativeText.path(file))) {
        all.add(file, line);
      }
    }
    return all;
  }

  private void add(String file, String... line) throws LaunchException {
    String where = "--tune " + file + ", '" + String.join(" ", line) + "': ";
    GivenOptions given;
    try {
      given = MpirunSyntax.read(line);
      MpirunOptions.requireOnly(given, MAY_STAND, "may not stand there; -x and --mca may");
    } catch (LaunchException wrong) {
      throw new LaunchException(wrong.exitCode(), where + wrong.getMessage());
    }
    if (!given.command().isEmpty() || List.of(line).contains("--")) {
      throw LaunchException.usage(where + "only -x and --mca may stand there");
    }
    parameters.addAll(given.words("--mca"));
    exports.addAll(given.words("-x"));
  }
}
