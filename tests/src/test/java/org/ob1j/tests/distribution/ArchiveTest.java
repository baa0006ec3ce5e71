package org.ob1j.tests.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveTest {
  private static final String TWO_RANKS = "lap 1: the token is 1\n";

  /** Of every path that is used here, a part has a space in it. */
  @TempDir static Path temporary;

  private static Path folder;
  private static Archive archive;

  @BeforeAll
  static void unpack() throws IOException {
    folder = Files.createDirectory(temporary.resolve("a folder"));
    archive = Archive.unpackInto(folder);
  }

  @Test
  void shouldHaveWhatAUserLooksFor() {
    assertThat(List.of("README.md", "LICENSE", "CHANGELOG.md", "docs/launcher.md"))
        .allMatch(name -> Files.isRegularFile(archive.root().resolve(name)));
    assertThat(archive.root().resolve("examples/Hello.java")).exists();
    assertThat(archive.root().resolve("bin/mpirun")).isExecutable();
    assertThat(archive.root().resolve("bin/mpijavac")).isExecutable();
  }

  @Test
  void shouldRunAnExampleThroughASymbolicLinkFromAnotherFolder() throws IOException {
    Path first =
        Files.createSymbolicLink(folder.resolve("run it"), Path.of(archive.program("mpirun")));
    Path second =
        Files.createSymbolicLink(temporary.resolve("linked"), temporary.relativize(first));

    String output =
        Command.of(second.toString(), "-n", "2", java(), "-cp", archive.examples(), "Ring")
            .in(Path.of("/"))
            .run()
            .successful();

    assertThat(output).isEqualTo(TWO_RANKS);
  }

  @Test
  void shouldServeAJavaThatAnotherProgramStarts() {
    String path = Path.of(java()).getParent() + ":" + System.getenv("PATH");

    String output =
        Command.of(archive.program("mpirun"), "-n", "2", "nice", "java")
            .words(List.of("-cp", archive.examples(), "Ring"))
            .environment("PATH", path)
            .run()
            .successful();

    assertThat(output).isEqualTo(TWO_RANKS);
  }

  @Test
  void shouldRunFromALinkedFolder() throws IOException {
    Path link =
        Files.createSymbolicLink(temporary.resolve("linked bin"), archive.root().resolve("bin"));

    assertThat(Command.of(link.resolve("mpirun").toString(), "-V").run().successful())
        .startsWith("mpirun (ob1j) ");
    assertThat(Command.of("sh", "-c", "cd 'linked bin' && ./mpirun -V").in(temporary).run())
        .extracting(Command.Result::successful)
        .asString()
        .startsWith("mpirun (ob1j) ");
  }

  @Test
  void shouldNotLookForItselfInFoldersOfTheUser() throws IOException {
    String output =
        Command.of("sh", "-c", "bin/mpirun -V")
            .in(archive.root())
            .environment("CDPATH", ".:/usr:/")
            .run()
            .successful();

    assertThat(output).startsWith("mpirun (ob1j) ");
  }

  @Test
  void shouldCompileTheExamplesThatRunThen() throws IOException {
    Path classes = folder.resolve("classes");
    Command.of(archive.program("mpijavac"), "-d", classes.toString())
        .words(List.of("-Werror", archive.root().resolve("examples/Ring.java").toString()))
        .run()
        .successful();

    String output =
        Command.of(archive.program("mpirun"), "-n", "2", java(), "-cp", ".", "Ring")
            .in(classes)
            .run()
            .successful();

    assertThat(output).isEqualTo(TWO_RANKS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cp", "-classpath", "--class-path", "--class-path=", "CLASSPATH"})
  void shouldCompileWithTheClassPathOfTheUser(String option) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("with" + option));
    Path library = Files.createDirectories(sources.resolve("the library"));
    Files.writeString(library.resolve("Library.java"), "class Library { int rank; }");
    Files.writeString(
        sources.resolve("User.java"),
        "class User { int rank = new Library().rank; mpi.Comm world = mpi.MPI.COMM_WORLD; }");
    Command compiler = Command.of(archive.program("mpijavac")).in(sources);
    if (option.equals("CLASSPATH")) {
      compiler.environment(option, library.toString());
    } else if (option.endsWith("=")) {
      compiler.words(List.of(option + library));
    } else {
      compiler.words(List.of(option, library.toString()));
    }

    assertThat(compiler.words(List.of("User.java")).run().successful()).isEmpty();
    assertThat(sources.resolve("User.class")).exists();
  }

  @Test
  void shouldShowTheCompilersCommandAsAShellTakesIt() throws IOException {
    Path sources = Files.createDirectories(folder.resolve("shown"));
    Files.writeString(sources.resolve("Shown.java"), "class Shown { mpi.Comm world; }");

    String shown =
        Command.of(archive.program("mpijavac"), "--showme", "Shown.java")
            .in(sources)
            .run()
            .successful();
    assertThat(sources.resolve("Shown.class")).doesNotExist();

    Command.of("bash", "-c", shown).in(sources).run().successful();
    assertThat(sources.resolve("Shown.class")).exists();

    String verbose =
        Command.of(archive.program("mpijavac"), "--verbose", "Shown.java")
            .in(sources)
            .run()
            .successful();
    assertThat(verbose).isEqualTo(shown);
  }

  @Test
  void shouldExplainTheCompilerAndItsFailures() {
    assertThat(Command.of(archive.program("mpijavac"), "--help").run().successful())
        .contains("--showme");
    assertThat(Command.of(archive.program("mpijavac"), "-cp").run())
        .isEqualTo(new Command.Result(2, "mpijavac: -cp needs a path\n"));
    Command.Result noCompiler =
        Command.of(archive.program("mpijavac"), "A.java").environment("JAVA_HOME", "/none").run();
    assertThat(noCompiler.exitCode()).isEqualTo(127);
    assertThat(noCompiler.output()).contains("no javac in /none").contains("JAVA_HOME");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun", "mpijavac"})
  void shouldRefuseAFolderThatCannotBeOnAClassPath(String program) throws IOException {
    Path divided = folder.resolve(program + " a:b");
    Files.createDirectories(divided);
    Path moved = Files.move(Archive.unpackInto(divided).root(), divided.resolve("moved"));

    Command.Result result = Command.of(moved.resolve("bin").resolve(program).toString(), "x").run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).startsWith(program + ": ob1j is in " + moved).contains("':'");
  }

  /** The JVMs of ranks decode the names of jars by the user's locale. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8"})
  void shouldRunFromAFolderThatIsNotAsciiOrSayInWhichLocale(String locale) throws IOException {
    String latin = new String(new byte[] {'b', (byte) 0xe4}, StandardCharsets.ISO_8859_1);
    Path named = Files.createDirectories(folder.resolve(locale + latin));
    Archive moved = Archive.unpackInto(named);

    Command.Result result =
        Command.of(moved.program("mpirun"), "-n", "2", "java", "-cp", moved.examples(), "Ring")
            .environment("LC_ALL", locale)
            .run();

    if (locale.equals("C")) {
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.output()).contains("which a JVM cannot read in this locale");
    } else {
      assertThat(result.successful()).isEqualTo(TWO_RANKS);
    }
  }

  @Test
  void shouldHaveNamedModulesOnly() {
    List<ModuleDescriptor> modules =
        ModuleFinder.of(archive.lib()).findAll().stream().map(ModuleReference::descriptor).toList();

    assertThat(modules).noneMatch(ModuleDescriptor::isAutomatic);
    assertThat(modules)
        .extracting(ModuleDescriptor::name)
        .containsExactlyInAnyOrder(
            "org.ob1j",
            "org.ob1j.mpi",
            "org.ob1j.runtime",
            "org.ob1j.pml",
            "org.ob1j.bml",
            "org.ob1j.btl",
            "org.ob1j.btl.sm",
            "org.ob1j.btl.tcp",
            "org.ob1j.btl.ucx",
            "org.ob1j.btl.ucx.library",
            "org.ob1j.os",
            "org.bytedeco.javacpp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldRunAJobOfModules(String transport) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("module " + transport));
    Path classes = sources.resolve("classes");
    String ring = Files.readString(archive.root().resolve("examples/Ring.java"));
    Path program = Files.createDirectories(sources.resolve("app")).resolve("Ring.java");
    Files.writeString(program, "package app;\n" + ring);
    Path module =
        Files.writeString(
            sources.resolve("module-info.java"), "module app { requires org.ob1j.mpi; }");
    Command.of(archive.program("mpijavac"), "-p", sources.resolve("none").toString(), "-d")
        .words(List.of(classes.toString(), module.toString(), program.toString()))
        .run()
        .successful();

    String output =
        Command.of(archive.program("mpirun"), "-n", "2", "--mca", "btl", transport, java())
            .words(List.of("-p", classes.toString(), "-m", "app/app.Ring"))
            .run()
            .successful();

    assertThat(output).isEqualTo(TWO_RANKS);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
