package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the compiled package with Open MPI's bindings, line by line. A line has a class and one
 * public member: modifiers (without final for members), result, name, parameters, exceptions.
 */
class SignatureTest {
  /** What this package has and Open MPI's has not. */
  private static final Set<String> ADDITIONS =
      Set.of(
          "mpi.Comm public mpi.Request iSend(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request isSend(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request irSend(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request ibSend(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iRecv(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Prequest sendInit(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Prequest sSendInit(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Prequest rSendInit(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Prequest bSendInit(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Prequest recvInit(Object, int, mpi.Datatype, int, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iBcast(Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduce(Object, Object, int, mpi.Datatype, mpi.Op, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduce(Object, int, mpi.Datatype, mpi.Op, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllReduce(Object, Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllReduce(Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iGather(Object, int, mpi.Datatype, Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iGather(Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iGatherv(Object, int, mpi.Datatype, Object, int[], int[], mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iGatherv(Object, int[], int[], mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iGatherv(Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iScatter(Object, int, mpi.Datatype, Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iScatter(Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iScatterv(Object, int[], int[], mpi.Datatype, Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iScatterv(Object, int[], int[], mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iScatterv(Object, int, mpi.Datatype, int) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllGather(Object, int, mpi.Datatype, Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllGather(Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllGatherv(Object, int, mpi.Datatype, Object, int[], int[], mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllGatherv(Object, int[], int[], mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllToAll(Object, int, mpi.Datatype, Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllToAllv(Object, int[], int[], mpi.Datatype, Object, int[], int[], mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduceScatter(Object, Object, int[], mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduceScatter(Object, int[], mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduceScatterBlock(Object, Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iReduceScatterBlock(Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iAllToAllw(Object, int[], int[], mpi.Datatype[], Object, int[], int[], mpi.Datatype[]) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iNeighborAllGather(Object, int, mpi.Datatype, Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iNeighborAllGatherv(Object, int, mpi.Datatype, Object, int[], int[], mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iNeighborAllToAll(Object, int, mpi.Datatype, Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Comm public mpi.Request iNeighborAllToAllv(Object, int[], int[], mpi.Datatype, Object, int[], int[], mpi.Datatype) throws mpi.MPIException",
          // The form of Open MPI 4.1.
          "mpi.Comm public void allToAllw(java.nio.Buffer, int[], int[], mpi.Datatype[], java.nio.Buffer, int[], int[], mpi.Datatype[]) throws mpi.MPIException",
          "mpi.Intracomm public mpi.Request iScan(Object, Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Intracomm public mpi.Request iScan(Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Intracomm public mpi.Request iExScan(Object, Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Intracomm public mpi.Request iExScan(Object, int, mpi.Datatype, mpi.Op) throws mpi.MPIException",
          "mpi.Datatype public static mpi.Datatype createIndexedBlock(int, int[], mpi.Datatype) throws mpi.MPIException",
          "mpi.Message public mpi.Request imRecv(Object, int, mpi.Datatype) throws mpi.MPIException",
          "mpi.Count public int hashCode()",
          // Unchecked, where Open MPI's is checked.
          "mpi.MPIException public final class <: RuntimeException");

  /** Lines of Open MPI's that are replaced by one of the additions. */
  private static final Set<String> REPLACED =
      Set.of("mpi.MPIException public final class <: Exception");

  /** Classes that are not part of this package. */
  private static final Set<String> EXCLUDED_CLASSES = Set.of("mpi.Win", "mpi.File", "mpi.FileView");

  /** Members that are not part of this package: processes that meet while they run. */
  private static final Set<String> EXCLUDED_MEMBERS =
      Set.of(
          "mpi.Intracomm accept",
          "mpi.Intracomm closePort",
          "mpi.Intracomm connect",
          "mpi.Intracomm lookupName",
          "mpi.Intracomm openPort",
          "mpi.Intracomm publishName",
          "mpi.Intracomm spawn",
          "mpi.Intracomm spawnMultiple",
          "mpi.Intracomm unpublishName");

  private static final int VISIBILITY = Modifier.PUBLIC | Modifier.PROTECTED;

  @Test
  void shouldHaveNothingThatOpenMpiHasNot() throws IOException, URISyntaxException {
    Set<String> extra = new TreeSet<>(present());
    extra.removeAll(openMpi());
    assertThat(extra).isEqualTo(new TreeSet<>(ADDITIONS));
  }

  @Test
  void shouldHaveAllThatOpenMpiHas() throws IOException, URISyntaxException {
    Set<String> missing = new TreeSet<>(openMpi());
    assertThat(missing).hasSize(730);
    missing.removeIf(line -> isIn(EXCLUDED_CLASSES, line) || isIn(EXCLUDED_MEMBERS, line));
    missing.removeAll(present());
    missing.removeAll(REPLACED);
    assertThat(missing).isEmpty();
  }

  /** True if a set has the line's class, or its class and member. */
  private static boolean isIn(Set<String> names, String line) {
    String owner = line.substring(0, line.indexOf(' '));
    return names.contains(owner) || names.contains(owner + " " + nameIn(line));
  }

  /** The member's name: before the parameters, or last. */
  private static String nameIn(String line) {
    if (line.matches("\\S+ [a-z ]*class\\b.*")) {
      return "class";
    }
    String head = line.replaceFirst("\\(.*", "").replaceFirst(" <: .*", "");
    return head.substring(head.lastIndexOf(' ') + 1);
  }

  /** What subclasses of users need. */
  @Test
  void shouldHaveProtectedMembersOfStructures() throws IOException {
    Set<String> missing = new TreeSet<>(openMpi("ompi-java-api-protected.txt"));
    assertThat(missing).hasSize(33);
    Set<String> present = new TreeSet<>();
    for (Class<?> type : List.of(Struct.class, Struct.Data.class)) {
      for (Method method : type.getDeclaredMethods()) {
        if (Modifier.isProtected(method.getModifiers())) {
          present.add(describe(type, method));
        }
      }
    }
    missing.removeAll(present);
    assertThat(missing).isEmpty();
  }

  @Test
  void shouldNotLetConstantsBeInlined() {
    for (Field field : MPI.class.getFields()) {
      assertThat(Modifier.isFinal(field.getModifiers())).as(field.getName()).isTrue();
    }
  }

  private static Set<String> openMpi() throws IOException {
    return openMpi("ompi-java-api.txt");
  }

  private static Set<String> openMpi(String list) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                SignatureTest.class.getResourceAsStream(list), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank()).collect(Collectors.toSet());
    }
  }

  private static Set<String> present() throws IOException, URISyntaxException {
    Path classes =
        Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("mpi");
    Set<String> lines = new TreeSet<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info")) {
          describe(load("mpi." + name), lines);
        }
      }
    }
    return lines;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void describe(Class<?> type, Set<String> lines) {
    if (!isVisible(type)) {
      return;
    }
    lines.add(type.getName() + " " + describeClass(type));
    for (Field field : type.getDeclaredFields()) {
      if (isVisible(field)) {
        lines.add(
            type.getName()
                + " "
                + modifiers(field)
                + plain(field.getType())
                + " "
                + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor)) {
        lines.add(type.getName() + " public <init>" + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method) && !method.isBridge()) {
        lines.add(describe(type, method));
      }
    }
  }

  private static String describe(Class<?> type, Method method) {
    String variables =
        Arrays.stream(method.getTypeParameters())
            .map(each -> each.getName() + " extends " + plain(each.getBounds()[0]))
            .collect(Collectors.joining(", "));
    return type.getName()
        + " "
        + modifiers(method)
        + (variables.isEmpty() ? "" : "<" + variables + "> ")
        + plain(method.getGenericReturnType())
        + " "
        + method.getName()
        + parameters(method);
  }

  private static boolean isVisible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(Member member) {
    return Modifier.isPublic(member.getModifiers()) && !member.isSynthetic();
  }

  private static String describeClass(Class<?> type) {
    if (type.isInterface()) {
      return "public interface";
    }
    String parents =
        Stream.concat(
                Stream.of(type.getSuperclass()).filter(parent -> parent != Object.class),
                Arrays.stream(type.getInterfaces()))
            .map(SignatureTest::plain)
            .collect(Collectors.joining(", "));
    int shown = type.getModifiers() & (Modifier.PUBLIC | Modifier.ABSTRACT | Modifier.FINAL);
    return Modifier.toString(shown) + " class" + (parents.isEmpty() ? "" : " <: " + parents);
  }

  private static String modifiers(Member member) {
    int shown = member.getModifiers() & (VISIBILITY | Modifier.STATIC | Modifier.ABSTRACT);
    return Modifier.toString(shown) + " ";
  }

  private static String parameters(Executable executable) {
    String exceptions =
        Arrays.stream(executable.getExceptionTypes())
            .map(SignatureTest::plain)
            .collect(Collectors.joining(", "));
    return Arrays.stream(parameterTypes(executable))
            .map(SignatureTest::plain)
            .collect(Collectors.joining(", ", "(", ")"))
        + (exceptions.isEmpty() ? "" : " throws " + exceptions);
  }

  /** The outer object of an inner class is among the parameters, and not among the generic ones. */
  private static Type[] parameterTypes(Executable executable) {
    return executable instanceof Constructor<?>
        ? executable.getParameterTypes()
        : executable.getGenericParameterTypes();
  }

  private static String plain(Type type) {
    return type.getTypeName().replaceFirst("^java\\.lang\\.", "");
  }
}
