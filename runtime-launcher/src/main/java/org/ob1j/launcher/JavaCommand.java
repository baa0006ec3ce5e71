package org.ob1j.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * Puts ob1j's jars first on the class path of a {@code java} command.
 *
 * <p>{@code -jar X} ignores the class path, so it becomes X on the class path and X's main class;
 * the class loader follows the jar's own Class-Path by itself. With {@code -m} the jars go to the
 * end of the module path. What an {@code @argfile} contains is not looked at: a class path in it
 * replaces ours. A command of any other program stays as it is.
 *
 * @param library ob1j's jars
 * @param workingDirectory what relative paths in the command are relative to
 * @param environment the variables that the command gets
 */
record JavaCommand(Library library, Path workingDirectory, Map<String, String> environment) {
  /** Variables whose words a JVM takes as options before those of its command. */
  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  /**
   * Where the path of a message, many small methods, falls apart into pieces of compiled code: by
   * the defaults anywhere, otherwise from run to run. Transfers.recv keeps Comm.recv small enough
   * to be compiled into its caller, where the Status that the caller does not keep need not be
   * allocated; IncomingRing.take keeps what a frame brings about out of the loop that waits for it.
   * Everything else is to be inlined. The user's own options come later and count.
   */
  static final List<String> COMPILER_OPTIONS =
      List.of(
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=dontinline,mpi.Transfers::recv",
          "-XX:CompileCommand=dontinline,org.ob1j.btl.sm.IncomingRing::take",
          "-XX:MaxInlineLevel=30",
          "-XX:FreqInlineSize=700",
          "-XX:InlineSmallCode=20000");

  /** Else newer JVMs warn that a native library is loaded, which transports may bring. */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /**
   * The same for modules, by their names. No module requires the one with the library, which has no
   * classes.
   */
  static final List<String> MODULES_NATIVE_ACCESS =
      List.of(
          "--add-modules=org.ob1j.btl.ucx,org.ob1j.btl.ucx.library",
          "--enable-native-access=org.ob1j.btl.ucx,org.bytedeco.javacpp");

  /**
   * Native code may hold an array, with a message in it, while a thread finds the heap full. The
   * thread must wait then; by the default it gives up after two vain attempts, with an
   * OutOfMemoryError that is none.
   */
  static final List<String> PATIENCE_OPTIONS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:GCLockerRetryAllocationCount=1000000");

  private static final int FIRST_PATIENT_JDK = 17;

  /** From 22 on G1 does not wait for arrays; from 25 on nobody gives up, and no such option is. */
  private static final int LAST_PATIENT_JDK = 21;

  private static final Pattern NATIVE_JAR =
      Pattern.compile("(.*/)?btl-ucx-[^/]*-linux-x86_64\\.jar");

  /**
   * The command as a rank runs it.
   *
   * @param command the program and its arguments
   * @param environmentClassPath the value of CLASSPATH, or null
   */
  List<String> rewrite(List<String> command, String environmentClassPath) {
    if (library.jars().isEmpty() || !isJava(command.get(0))) {
      return command;
    }
    JavaArguments parts = JavaArguments.parse(command.subList(1, command.size()));
    List<String> rewritten = new ArrayList<>();
    rewritten.add(command.get(0));
    if (parts.module() != null) {
      addModule(parts, rewritten);
    } else if (parts.jar() != null) {
      addJar(parts, rewritten);
    } else {
      String users = parts.classPath() != null ? parts.classPath() : environmentClassPath;
      rewritten.addAll(List.of("-cp", classPath(users)));
      addOurOptions(parts, rewritten);
      addModulePath(parts.modulePath(), rewritten);
      rewritten.addAll(parts.options());
    }
    rewritten.addAll(parts.rest());
    return rewritten;
  }

  /** ob1j's jars and then what the user has; nothing means the current folder. */
  String classPath(String users) {
    String rest = users == null || users.isEmpty() ? "." : users;
    return library.jars().isEmpty() ? rest : join(library.jars()) + File.pathSeparator + rest;
  }

  static boolean isJava(String program) {
    return program.equals("java") || program.endsWith("/java");
  }

  private void addModule(JavaArguments parts, List<String> rewritten) {
    String ours = join(library.jars());
    addModulePath(
        parts.modulePath() == null ? ours : parts.modulePath() + File.pathSeparator + ours,
        rewritten);
    if (parts.classPath() != null) {
      rewritten.addAll(List.of("-cp", parts.classPath()));
    }
    if (library.jars().stream().anyMatch(jar -> NATIVE_JAR.matcher(jar).matches())) {
      rewritten.addAll(MODULES_NATIVE_ACCESS);
    }
    rewritten.addAll(COMPILER_OPTIONS);
    addPatience(program(rewritten), rewritten);
    rewritten.addAll(parts.options());
    rewritten.addAll(List.of("-m", parts.module()));
  }

  private void addOurOptions(JavaArguments parts, List<String> rewritten) {
    rewritten.add(NATIVE_ACCESS);
    rewritten.addAll(COMPILER_OPTIONS);
    Path program = program(rewritten);
    addPatience(program, rewritten);
    if (library.archive() != null) {
      List<String> users = new ArrayList<>(parts.options());
      for (String variable : OPTION_VARIABLES) {
        users.addAll(List.of(environment.getOrDefault(variable, "").trim().split("\\s+")));
      }
      rewritten.addAll(library.archive().options(program, users));
    }
  }

  /** The file of a command's program, or null. */
  private Path program(List<String> command) {
    return ProgramLookup.find(command.get(0), environment.get("PATH"), workingDirectory);
  }

  private static void addPatience(Path program, List<String> rewritten) {
    int feature = JavaRelease.feature(program);
    if (feature >= FIRST_PATIENT_JDK && feature <= LAST_PATIENT_JDK) {
      rewritten.addAll(PATIENCE_OPTIONS);
    }
  }

  private static void addModulePath(String modulePath, List<String> rewritten) {
    if (modulePath != null) {
      rewritten.addAll(List.of("--module-path", modulePath));
    }
  }

  private void addJar(JavaArguments parts, List<String> rewritten) {
    Attributes manifest = manifest(parts.jar());
    String mainClass = manifest.getValue(Attributes.Name.MAIN_CLASS);
    if (mainClass == null) {
      // No such jar, or not made to be run.
      rewritten.addAll(parts.options());
      rewritten.addAll(List.of("-jar", parts.jar()));
      return;
    }
    rewritten.addAll(List.of("-cp", classPath(parts.jar())));
    addOurOptions(parts, rewritten);
    addModulePath(parts.modulePath(), rewritten);
    addAccess("--add-exports", manifest.getValue("Add-Exports"), rewritten);
    addAccess("--add-opens", manifest.getValue("Add-Opens"), rewritten);
    rewritten.addAll(parts.options());
    rewritten.add(mainClass.trim());
  }

  private static void addAccess(String option, String packages, List<String> rewritten) {
    if (packages != null) {
      for (String name : packages.trim().split("\\s+")) {
        rewritten.add(option + "=" + name + "=ALL-UNNAMED");
      }
    }
  }

  private Attributes manifest(String jar) {
    try (JarFile file = new JarFile(workingDirectory.resolve(jar).toFile())) {
      Manifest manifest = file.getManifest();
      return manifest == null ? new Attributes() : manifest.getMainAttributes();
    } catch (IOException unreadable) {
      return new Attributes();
    }
  }

  private static String join(List<String> paths) {
    return String.join(File.pathSeparator, paths);
  }
}
