package org.ob1j.launcher.plan;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ob1j.launcher.program.JavaCommand;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.program.MainClassLookup;
import org.ob1j.launcher.program.PreloadedFiles;
import org.ob1j.launcher.program.ProgramLookup;
import org.ob1j.launcher.program.WrappedJava;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * What a command line says of one program, before anybody has looked whether it is there: that the
 * host does that starts it.
 *
 * @param program its number, from 0
 * @param command the program and its arguments
 * @param path folders to look for it before PATH, or null
 * @param workingDirectory where its ranks start
 * @param folderNamed whether the command line names that folder; else a host that does not have it
 *     starts ranks where its agent is
 * @param variables what the command line puts into their environment
 */
public record ProgramRequest(
    int program,
    List<String> command,
    String path,
    String workingDirectory,
    boolean folderNamed,
    Map<String, String> variables) {
  /** More is no command line of Linux's. */
  private static final int MAX_TEXT_BYTES = 64 << 20;

  public ProgramRequest {
    command = List.copyOf(command);
  }

  /**
   * What its ranks run on this host; none of them is bound.
   *
   * @param library ob1j's jars here
   * @param environment what ranks find in their environment here if nothing else is said
   * @throws LaunchException if the folder, the program or the main class is not there
   */
  public RankPlan resolve(Library library, Map<String, String> environment) throws LaunchException {
    Path directory = directory();
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(variables);
    List<String> words = located(all.get("PATH"), directory);
    JavaCommand java = new JavaCommand(library, directory, all);
    List<String> rewritten = java.rewrite(words, all.get("CLASSPATH"));
    new MainClassLookup(library, directory, all).require(rewritten);
    all.put("CLASSPATH", java.classPath(all.get("CLASSPATH")));
    if (!JavaCommand.isJava(words.get(0))) {
      all.putAll(WrappedJava.variables(library, all.get("PATH")));
    }
    return new RankPlan(program, 0, 0, rewritten, all, directory, List.of());
  }

  private Path directory() throws LaunchException {
    Path directory = NativeText.path(workingDirectory);
    return folderNamed || Files.isDirectory(directory)
        ? requireFolder(directory)
        : requireFolder(NativeText.absolutePath(""));
  }

  /** The same, with its files below a folder of this host. */
  public ProgramRequest below(Path root) throws IOException {
    PreloadedFiles files = preloaded();
    files.makeExecutable(root);
    return new ProgramRequest(
        program, files.below(root), null, workingDirectory, folderNamed, variables);
  }

  /** The files of the program that other hosts can be given. */
  public PreloadedFiles preloaded() {
    return new PreloadedFiles(command, NativeText.path(workingDirectory), path);
  }

  static Path requireFolder(Path directory) throws LaunchException {
    if (!Files.isDirectory(directory)) {
      if (directory.equals(NativeText.absolutePath(""))) {
        throw new LaunchException(
            ExitCodes.FAILURE,
            "the working folder is not there any more; change to another, or name one with -wdir"
                + " that begins with /");
      }
      throw new LaunchException(
          ExitCodes.USAGE, "-wdir " + NativeText.text(directory) + " is no folder");
    }
    return directory;
  }

  /** What its ranks on another host have to do, as far as it is known here. */
  RankPlan unresolved() {
    return new RankPlan(
        program, 0, 0, command, variables, NativeText.path(workingDirectory), List.of());
  }

  /** What to say of a java in it that mpirun cannot give ob1j's jars; null if there is none. */
  String advice(Library library) {
    return JavaCommand.isJava(command.get(0)) ? null : WrappedJava.advice(command, library);
  }

  /** The program and its arguments; the program as a file if --path says where it is. */
  private List<String> located(String others, Path directory) throws LaunchException {
    String rest = others == null ? ProgramLookup.DEFAULT_PATH : others;
    String folders = path == null ? rest : path + ":" + rest;
    Path file = ProgramLookup.require(command.get(0), folders, directory);
    if (path == null) {
      return command;
    }
    List<String> words = new ArrayList<>(command);
    words.set(0, NativeText.text(file));
    return words;
  }

  /** Writes it for {@link #read}. */
  public void write(DataOutput out) throws IOException {
    out.writeInt(program);
    out.writeInt(command.size());
    for (String word : command) {
      writeText(word, out);
    }
    out.writeBoolean(path != null);
    writeText(path == null ? "" : path, out);
    writeText(workingDirectory, out);
    out.writeBoolean(folderNamed);
    out.writeInt(variables.size());
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      writeText(variable.getKey(), out);
      writeText(variable.getValue(), out);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static ProgramRequest read(DataInput in) throws IOException {
    int program = in.readInt();
    List<String> command = new ArrayList<>();
    for (int left = count(in); left > 0; left--) {
      command.add(readText(in));
    }
    if (command.isEmpty()) {
      throw new IOException("program " + program + " has no command");
    }
    boolean hasPath = in.readBoolean();
    String path = readText(in);
    String workingDirectory = readText(in);
    boolean folderNamed = in.readBoolean();
    Map<String, String> variables = new TreeMap<>();
    for (int left = count(in); left > 0; left--) {
      variables.put(readText(in), readText(in));
    }
    return new ProgramRequest(
        program, command, hasPath ? path : null, workingDirectory, folderNamed, variables);
  }

  private static void writeText(String text, DataOutput out) throws IOException {
    byte[] bytes = NativeText.encode(text);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[count(in)];
    in.readFully(bytes);
    return NativeText.decode(bytes);
  }

  private static int count(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MAX_TEXT_BYTES) {
      throw new IOException("a length of " + count + " is none of a program's");
    }
    return count;
  }
}
