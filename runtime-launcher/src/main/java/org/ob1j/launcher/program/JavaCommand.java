package org.ob1j.launcher.program;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.ob1j.launcher.system.NativeText;

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
public record JavaCommand(Library library, Path workingDirectory, Map<String, String> environment) {
  /** Variables whose words a JVM takes as options before those of its command. */
  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  /**
   * Else newer JVMs warn that a native library is loaded, which transports may bring. Older ones do
   * not, and would put their modules together anew for it, which takes a third of their start.
   */
  static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  private static final int FIRST_WARNING_JDK = 24;

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

  /**
   * The command as a rank runs it.
   *
   * @param command the program and its arguments
   * @param environmentClassPath the value of CLASSPATH, or null
   */
  public List<String> rewrite(List<String> command, String environmentClassPath) {
    if (library.jars().isEmpty() || !isJava(command.get(0))) {
      return command;
    }
    JavaArguments parts = arguments(command);
    List<String> rewritten = new ArrayList<>();
    rewritten.add(command.get(0));
    rewritten.addAll(options(command, environmentClassPath));
    if (parts.module() != null) {
      rewritten.addAll(List.of("-m", parts.module()));
    } else if (parts.jar() != null) {
      String mainClass = mainClass(manifest(parts.jar()));
      rewritten.addAll(mainClass == null ? List.of("-jar", parts.jar()) : List.of(mainClass));
    }
    rewritten.addAll(parts.rest());
    return rewritten;
  }

  /**
   * All options of a {@code java} as a rank runs it: ours and those that it has.
   *
   * @param command the program and its arguments
   * @param environmentClassPath the value of CLASSPATH, or null
   */
  public List<String> options(List<String> command, String environmentClassPath) {
    JavaArguments parts = arguments(command);
    Path program = ProgramLookup.find(command.get(0), environment.get("PATH"), workingDirectory);
    if (parts.module() != null) {
      return moduleOptions(program, parts);
    }
    if (parts.jar() != null) {
      return jarOptions(program, parts);
    }
    String users = parts.classPath() != null ? parts.classPath() : environmentClassPath;
    return classPathOptions(program, classPath(users), parts.modulePath(), parts.options());
  }

  private static JavaArguments arguments(List<String> command) {
    return JavaArguments.parse(command.subList(1, command.size()));
  }

  /** ob1j's jars and then what the user has; nothing means the current folder. */
  public String classPath(String users) {
    String rest = users == null || users.isEmpty() ? "." : users;
    String ours = join(library.classPath()) + File.pathSeparator;
    // A java within a rank finds them in CLASSPATH already.
    return library.classPath().isEmpty() || rest.startsWith(ours) ? rest : ours + rest;
  }

  public static boolean isJava(String program) {
    return program.equals("java") || program.endsWith("/java");
  }

  private List<String> moduleOptions(Path program, JavaArguments parts) {
    String ours = join(library.jars());
    String users = parts.modulePath();
    List<String> options = new ArrayList<>();
    addModulePath(users == null ? ours : users + File.pathSeparator + ours, options);
    if (parts.classPath() != null) {
      options.addAll(List.of("-cp", parts.classPath()));
    }
    int feature = JavaRelease.feature(program);
    options.addAll(modulesNativeAccess(warns(feature)));
    addPatience(feature, options);
    options.addAll(parts.options());
    return options;
  }

  /**
   * What {@link #NATIVE_ACCESS} says, for modules: for all of ours, as that is no harm to those
   * without a native library. They are added since none requires the one with a library alone.
   */
  private List<String> modulesNativeAccess(boolean warns) {
    Path[] jars = library.jars().stream().map(Path::of).toArray(Path[]::new);
    Set<String> names = new TreeSet<>();
    for (ModuleReference module : ModuleFinder.of(jars).findAll()) {
      ModuleDescriptor descriptor = module.descriptor();
      // One that is none would bring along all the user's that are none.
      if (!descriptor.isAutomatic()) {
        names.add(descriptor.name());
      }
    }
    String all = String.join(",", names);
    List<String> options = new ArrayList<>();
    if (!names.isEmpty()) {
      options.add("--add-modules=" + all);
    }
    if (!names.isEmpty() && warns) {
      options.add("--enable-native-access=" + all);
    }
    return options;
  }

  /** Whether a JDK warns of native libraries; one that is not known may. */
  private static boolean warns(int feature) {
    return feature >= FIRST_WARNING_JDK || feature == JavaRelease.UNKNOWN;
  }

  private List<String> classPathOptions(
      Path program, String classPath, String modulePath, List<String> usersOptions) {
    List<String> options = new ArrayList<>(List.of("-cp", classPath));
    int feature = JavaRelease.feature(program);
    if (warns(feature)) {
      options.add(NATIVE_ACCESS);
    }
    addPatience(feature, options);
    if (library.archive() != null) {
      List<String> users = new ArrayList<>(usersOptions);
      for (String variable : OPTION_VARIABLES) {
        String words = environment.getOrDefault(variable, "").trim();
        if (!words.isEmpty()) {
          users.addAll(List.of(words.split("\\s+")));
        }
      }
      options.addAll(library.archive().options(program, users));
    }
    addModulePath(modulePath, options);
    options.addAll(usersOptions);
    return options;
  }

  private static void addPatience(int feature, List<String> options) {
    if (feature >= FIRST_PATIENT_JDK && feature <= LAST_PATIENT_JDK) {
      options.addAll(PATIENCE_OPTIONS);
    }
  }

  private static void addModulePath(String modulePath, List<String> rewritten) {
    if (modulePath != null) {
      rewritten.addAll(List.of("--module-path", modulePath));
    }
  }

  private List<String> jarOptions(Path program, JavaArguments parts) {
    Attributes manifest = manifest(parts.jar());
    if (mainClass(manifest) == null) {
      return parts.options();
    }
    List<String> options = new ArrayList<>();
    addAccess("--add-exports", manifest.getValue("Add-Exports"), options);
    addAccess("--add-opens", manifest.getValue("Add-Opens"), options);
    options.addAll(parts.options());
    return classPathOptions(program, classPath(parts.jar()), parts.modulePath(), options);
  }

  /** Null if there is no such jar, or it was not made to be run. */
  private static String mainClass(Attributes manifest) {
    String name = manifest.getValue(Attributes.Name.MAIN_CLASS);
    return name == null ? null : name.trim();
  }

  private static void addAccess(String option, String packages, List<String> rewritten) {
    if (packages != null) {
      for (String name : packages.trim().split("\\s+")) {
        rewritten.add(option + "=" + name + "=ALL-UNNAMED");
      }
    }
  }

  private Attributes manifest(String jar) {
    try (JarFile file = new JarFile(NativeText.resolve(workingDirectory, jar).toFile())) {
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
