package org.ob1j.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which packages may know which. The poms say the same of modules. */
@AnalyzeClasses(
    packages = {"org.ob1j", "mpi", "osu"},
    importOptions = BordersTest.WithoutTests.class)
class BordersTest {
  private static final String API = "mpi..";
  private static final String RUNTIME = "org.ob1j.runtime..";
  private static final String BTL = "org.ob1j.[btl|btl.order|btl.service|btl.tag]";
  private static final String TRANSPORTS = "org.ob1j.btl.[sm|tcp|ucx]..";
  private static final String NATIVE = "org.ob1j.os..";
  private static final String BML = "org.ob1j.bml..";
  private static final String PML = "org.ob1j.pml..";
  private static final String LAUNCHER = "org.ob1j.launcher..";
  private static final String PROGRAMS = "osu..";

  /** Leaves out test classes, packed or not. */
  static final class WithoutTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  void shouldKeepTheApiFromTransportsAndEngine(JavaClasses classes) {
    neverFrom(API).to(BTL, TRANSPORTS, NATIVE, BML, PML, LAUNCHER, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldKeepTheEngineFromConcreteTransports(JavaClasses classes) {
    neverFrom(PML).to(TRANSPORTS, NATIVE, LAUNCHER, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldKeepWhatStandsBetweenFromTransportsAndUpperLayers(JavaClasses classes) {
    neverFrom(BML).to(TRANSPORTS, NATIVE, PML, LAUNCHER, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldKeepTransportsFromEachOther(JavaClasses classes) {
    slices().matching("org.ob1j.btl.(sm|tcp|ucx)..").should().notDependOnEachOther().check(classes);
  }

  @ArchTest
  void shouldKeepTransportsFromEngineAndLauncher(JavaClasses classes) {
    neverFrom(BTL, TRANSPORTS, NATIVE).to(BML, PML, LAUNCHER, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldKeepTransportsAndNativeServicesFromEachOther(JavaClasses classes) {
    neverFrom(TRANSPORTS).to(NATIVE).check(classes);
    neverFrom(NATIVE).to(TRANSPORTS).check(classes);
  }

  @ArchTest
  void shouldKeepTheTransportInterfaceFromTransports(JavaClasses classes) {
    neverFrom(BTL).to(TRANSPORTS, NATIVE).check(classes);
  }

  @ArchTest
  void shouldKeepTheRuntimeFromWhatUsesIt(JavaClasses classes) {
    neverFrom(RUNTIME).to(BTL, TRANSPORTS, NATIVE, BML, PML, LAUNCHER, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldKeepLibraryCodeFromThePackageOfUsers(JavaClasses classes) {
    neverFrom(RUNTIME, BTL, TRANSPORTS, NATIVE, BML, PML, LAUNCHER).to(API).check(classes);
  }

  @ArchTest
  void shouldLetTheLauncherKnowTheRuntimeOnly(JavaClasses classes) {
    neverFrom(LAUNCHER).to(BTL, TRANSPORTS, NATIVE, BML, PML, PROGRAMS).check(classes);
  }

  @ArchTest
  void shouldLetBenchmarksKnowTheApiOnly(JavaClasses classes) {
    neverFrom(PROGRAMS).to("org.ob1j..").check(classes);
  }

  @ArchTest
  void shouldNotUseInternalsOfTheJdk(JavaClasses classes) {
    neverFrom("org.ob1j..", API, PROGRAMS)
        .to("sun.misc..", "sun.nio..", "jdk.internal..")
        .check(classes);
  }

  @ArchTest
  void shouldKeepNoStateInStaticFields(JavaClasses classes) {
    StaticState.ABSENT.check(classes);
  }

  private record Origin(String... packages) {
    ArchRule to(String... others) {
      return noClasses()
          .that()
          .resideInAnyPackage(packages)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others);
    }
  }

  private static Origin neverFrom(String... packages) {
    return new Origin(packages);
  }
}
