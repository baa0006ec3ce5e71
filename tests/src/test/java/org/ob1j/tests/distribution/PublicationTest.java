package org.ob1j.tests.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;

@BesideOthers
class PublicationTest {
  private static final List<String> LIBRARIES =
      List.of(
          "bml",
          "btl",
          "btl-sm",
          "btl-tcp",
          "btl-ucx",
          "mpi-api",
          "mpi-junit",
          "ob1j",
          "ob1j-native",
          "pml-ob1j",
          "runtime-core",
          "runtime-launcher");

  @TempDir static Path folder;
  private static Publication publication;

  @BeforeAll
  static void install() throws IOException {
    assumeTrue(
        Runtime.version().feature() == 17,
        "what is published is built with JDK 17, the oldest that is supported");
    publication = Publication.installInto(folder);
  }

  @Test
  void shouldPublishLibrariesWithSourcesAndJavadoc() throws IOException {
    assertThat(publication.artefacts())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(LIBRARIES.stream(), Stream.of("ob1j-bom", "ob1j-parent")).toList());
    for (String library : LIBRARIES) {
      assertThat(publication.files(library))
          .contains(
              library + "-VERSION.jar",
              library + "-VERSION.pom",
              library + "-VERSION-sources.jar",
              library + "-VERSION-javadoc.jar");
    }
  }

  @Test
  void shouldPublishTheNativeLibraryInAJarOfItsOwn() throws IOException {
    assertThat(publication.files("btl-ucx")).contains("btl-ucx-VERSION-linux-x86_64.jar");
  }

  @Test
  void shouldListEveryLibraryInTheBom() throws IOException {
    String bom = publication.pom("ob1j-bom");
    List<String> listed =
        bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("<build>"))
            .lines()
            .filter(line -> line.contains("<artifactId>"))
            .map(line -> line.strip().replaceAll("</?artifactId>", ""))
            .distinct()
            .toList();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(LIBRARIES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ob1j-parent", "ob1j-bom"})
  void shouldSayWhatARepositoryAsksFor(String artefact) throws IOException {
    assertThat(publication.pom(artefact))
        .contains(
            "<name>", "<description>", "<url>", "<license>", "<developer>", "<scm", "<connection>");
  }

  @Test
  void shouldNameAndDescribeEveryLibrary() throws IOException {
    for (String library : LIBRARIES) {
      assertThat(publication.pom(library)).contains("<name>", "<description>");
    }
  }

  @Test
  void shouldBuildAndRunAProjectThatDependsOnTheArtefactsAlone() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    copy(Path.of("src", "test", "sample").toAbsolutePath(), project);
    Command.of("mvn")
        .words(publication.mavenOptions())
        .words(List.of("-o", "-Dob1j.version=" + version(), "package"))
        .in(project)
        .limitSeconds(200)
        .run()
        .successful();

    String classes = project.resolve("target/classes").toString();
    String alone =
        Command.of(MpirunJob.java(), "-cp", classes + ":" + project.resolve("target/lib/*"))
            .words(List.of("sample.Sum"))
            .run()
            .successful();
    MpirunJob.Result job =
        MpirunJob.of("-n", "3", MpirunJob.java(), "-cp", classes, "sample.Sum").run();

    assertThat(alone).isEqualTo("1 ranks: 0\n");
    assertThat(job.exitCode()).as(job.stderr()).isZero();
    assertThat(job.stdout()).isEqualTo("3 ranks: 3\n");
  }

  private static String version() throws IOException {
    String pom = publication.pom("ob1j-bom");
    int begin = pom.indexOf("<version>") + "<version>".length();
    return pom.substring(begin, pom.indexOf("</version>"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }
}
