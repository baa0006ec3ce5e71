package org.ob1j.launcher.commandline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ob1j.launcher.option.OptionFile;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * What mpirun is asked to do: options that concern the whole job, and one program or several ones
 * (MPMD), which stand between colons or on the lines of an --app file.
 *
 * @param job the options that concern the job
 * @param programs the programs, in the order of their ranks; each with its own -n, -x and -wdir
 */
public record MpirunCommandLine(MpirunOptions job, List<MpirunOptions> programs) {

  /** Reads a command line; a mistake in it is a {@link LaunchException} with code 2. */
  public static MpirunCommandLine parse(String... words) throws LaunchException {
    List<String[]> parts = split(words);
    MpirunOptions job = MpirunOptions.parse(parts.get(0));
    if (job.help || job.version || job.info || job.jvmOptions) {
      return new MpirunCommandLine(job, List.of());
    }
    job.checkJob();
    List<MpirunOptions> programs = new ArrayList<>();
    if (job.appFile == null) {
      programs.add(job);
    } else if (!job.command.isEmpty() || parts.size() > 1) {
      throw LaunchException.usage("--app names the programs; there may be none beside it");
    }
    List<String[]> others =
        job.appFile == null
            ? parts.subList(1, parts.size())
            : OptionFile.read("--app", NativeText.path(job.appFile));
    for (String[] other : others) {
      programs.add(MpirunOptions.parseProgram(other));
    }
    if (programs.isEmpty()) {
      throw LaunchException.usage("--app " + job.appFile + " names no program");
    }
    for (MpirunOptions program : programs) {
      program.checkProgram(programs.size() > 1);
    }
    return new MpirunCommandLine(job, List.copyOf(programs));
  }

  private static List<String[]> split(String... words) {
    List<String[]> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= words.length; i++) {
      if (i == words.length || words[i].equals(":")) {
        parts.add(Arrays.copyOfRange(words, begin, i));
        begin = i + 1;
      }
    }
    return parts;
  }
}
