package org.ob1j.tests.openmpi;

import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which members of Open MPI's bindings programs use, out of the lists in mpi-api's tests. */
final class Members {
  private static final Path LISTS =
      Path.of(System.getProperty("ob1j.root"), "mpi-api/src/test/resources/mpi");

  /** The class, and a method or constructor with its parameters or a field. */
  private static final Pattern MEMBER =
      Pattern.compile("(\\S+) .*?(\\S+\\([^)]*\\)|[A-Za-z_0-9]+)");

  /** Not there yet: windows, files, dynamic processes. */
  private static final Set<String> LATER_CLASSES = Set.of("mpi.Win", "mpi.File", "mpi.FileView");

  private static final List<String> LATER =
      List.of(
          "spawn(",
          "spawnMultiple(",
          "openPort(",
          "closePort(",
          "accept(",
          "connect(",
          "publishName(",
          "unpublishName(",
          "lookupName(");

  private static final Set<String> OTHERWISE =
      Set.of(
          // Only since 5.0; see SignatureTest of mpi-api.
          "mpi.MPI ERRORS_ABORT",
          "mpi.MPI ERR_PROC_ABORTED",
          // 4.1 has it with buffers, and the programs are compiled against both.
          "mpi.Comm allToAllw(Object, int[], int[], mpi.Datatype[], Object, int[], int[],"
              + " mpi.Datatype[])",
          // Ends the job.
          "mpi.Comm abort(int)",
          "mpi.MPI <init>()",
          // Programs override these.
          "mpi.Struct newData()",
          "mpi.UserFunction call(Object, Object, int, mpi.Datatype)",
          "mpi.UserFunction call(java.nio.ByteBuffer, java.nio.ByteBuffer, int, mpi.Datatype)",
          // The one constant of Open MPI's that compilers copy.
          "mpi.Comm TYPE_SHARED",
          "mpi.Freeable free()");

  private Members() {}

  /** What no class file in the folder uses, as class, blank, and name with parameters. */
  static List<String> unused(Path classes) throws IOException {
    Set<String> used = used(classes);
    return Stream.concat(lines("ompi-java-api.txt"), lines("ompi-java-api-protected.txt"))
        .filter(line -> !line.matches("\\S+ [a-z ]*(class|interface)\\b.*"))
        .map(Members::memberIn)
        .filter(Members::isThere)
        .filter(member -> !used.contains(member))
        .sorted()
        .toList();
  }

  private static Stream<String> lines(String list) throws IOException {
    return Files.readAllLines(LISTS.resolve(list)).stream().filter(line -> !line.isBlank());
  }

  private static String memberIn(String line) {
    Matcher matcher = MEMBER.matcher(line.replaceFirst(" throws .*", ""));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(line);
    }
    // In class files a type variable is its bound.
    return matcher.group(1) + " " + matcher.group(2).replace("(S,", "(mpi.Struct,");
  }

  private static boolean isThere(String member) {
    String owner = member.substring(0, member.indexOf(' '));
    String name = member.substring(member.indexOf(' ') + 1);
    return !LATER_CLASSES.contains(owner)
        && !OTHERWISE.contains(member)
        && LATER.stream().noneMatch(name::startsWith);
  }

  /** A member counts for the class that it is called on, and for all that it inherits from. */
  private static Set<String> used(Path classes) {
    Set<String> used = new HashSet<>();
    for (JavaClass type : new ClassFileImporter().importPath(classes)) {
      Stream.concat(type.getAccessesFromSelf().stream(), references(type))
          .forEach(
              access -> {
                String member = member(access);
                used.add(access.getTargetOwner().getName() + " " + member);
                for (JavaClass parent : access.getTargetOwner().getAllRawSuperclasses()) {
                  used.add(parent.getName() + " " + member);
                }
              });
    }
    return used;
  }

  private static Stream<JavaAccess<?>> references(JavaClass type) {
    return Stream.concat(
        type.getMethodReferencesFromSelf().stream(),
        type.getConstructorReferencesFromSelf().stream());
  }

  private static String member(JavaAccess<?> access) {
    if (access instanceof JavaCodeUnitAccess<?> call) {
      return call.getTarget().getName()
          + call.getTarget().getRawParameterTypes().stream()
              .map(Members::plain)
              .collect(joining(", ", "(", ")"));
    }
    return access.getTarget().getName();
  }

  private static String plain(JavaClass type) {
    String suffix = "";
    JavaClass element = type;
    while (element.isArray()) {
      element = element.getComponentType();
      suffix += "[]";
    }
    return element.getName().replaceFirst("^java\\.lang\\.", "") + suffix;
  }
}
