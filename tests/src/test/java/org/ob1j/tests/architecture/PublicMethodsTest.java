package org.ob1j.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** What JaCoCo has seen of mpi-api's own tests, which this build has run before these. */
class PublicMethodsTest {
  private static final Path MODULE = Path.of(System.getProperty("ob1j.root"), "mpi-api", "target");

  /** What mpi-api's tests cannot execute. */
  private static final Set<String> EXCEPTIONS =
      Set.of(
          // LifecycleTest uses InitThread, and a JVM has one life with MPI; every job has this.
          "mpi.MPI.Init([Ljava/lang/String;)[Ljava/lang/String;",
          // Every communicator is of a class that overrides them.
          "mpi.Comm.dup()Lmpi/Comm;",
          "mpi.Comm.iDup()Lmpi/Comm;",
          "mpi.Comm.clone()Lmpi/Comm;",
          "mpi.Comm.dupWithInfo(Lmpi/Info;)Lmpi/Comm;");

  private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;

  @Test
  void shouldAllBeExecutedByATestOfMpiApi() throws IOException, XMLStreamException {
    Path record = MODULE.resolve("jacoco.exec");
    assertThat(record).as("what mpi-api's tests leave").exists();
    assumeTrue(
        Files.getLastModifiedTime(record).compareTo(lastCompiled()) > 0,
        "mpi-api's tests have not run since it was compiled");
    Map<String, Boolean> executed = report(MODULE.resolve("site/jacoco/jacoco.xml"));
    List<String> methods = publicMethods();
    assertThat(methods).hasSizeGreaterThan(400);
    assertThat(executed.keySet()).containsAll(methods);
    methods.removeIf(method -> executed.get(method) || EXCEPTIONS.contains(method));
    assertThat(methods).as("methods that no test executed when mpi-api's tests last ran").isEmpty();
  }

  /** Whether each method has been executed, by class, name and descriptor. */
  private static Map<String, Boolean> report(Path file) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    Map<String, Boolean> executed = new TreeMap<>();
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      String type = null;
      String method = null;
      while (reader.hasNext()) {
        int event = reader.next();
        if (event == XMLStreamConstants.END_ELEMENT && reader.getLocalName().equals("method")) {
          method = null;
        }
        if (event != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        switch (reader.getLocalName()) {
          case "class" -> type = attribute(reader, "name").replace('/', '.');
          case "method" ->
              method = type + "." + attribute(reader, "name") + attribute(reader, "desc");
          case "counter" -> {
            if (method != null && attribute(reader, "type").equals("METHOD")) {
              executed.put(method, attribute(reader, "covered").equals("1"));
            }
          }
          default -> {}
        }
      }
    }
    return executed;
  }

  private static String attribute(XMLStreamReader reader, String name) {
    return reader.getAttributeValue(null, name);
  }

  private static List<String> publicMethods() throws IOException {
    List<String> methods = new ArrayList<>();
    for (Path file : classFiles()) {
      String name = file.getFileName().toString().replace(".class", "");
      if (!name.equals("package-info")) {
        addMethods(load("mpi." + name), methods);
      }
    }
    return methods;
  }

  private static FileTime lastCompiled() throws IOException {
    FileTime last = FileTime.fromMillis(0);
    for (Path file : classFiles()) {
      FileTime time = Files.getLastModifiedTime(file);
      last = time.compareTo(last) > 0 ? time : last;
    }
    return last;
  }

  private static List<Path> classFiles() throws IOException {
    try (Stream<Path> files = Files.list(MODULE.resolve("classes/mpi"))) {
      return files.filter(each -> each.toString().endsWith(".class")).toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicMethodsTest.class.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void addMethods(Class<?> type, List<String> methods) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) {
        return;
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isVisible(method) && !Modifier.isAbstract(method.getModifiers())) {
        methods.add(describe(method, method.getName(), method.getReturnType()));
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isVisible(constructor)) {
        methods.add(describe(constructor, "<init>", void.class));
      }
    }
  }

  private static boolean isVisible(Executable member) {
    return (member.getModifiers() & VISIBLE) != 0 && !member.isSynthetic();
  }

  private static String describe(Executable member, String name, Class<?> result) {
    return member.getDeclaringClass().getName()
        + "."
        + name
        + MethodType.methodType(result, member.getParameterTypes()).toMethodDescriptorString();
  }
}
