package org.ob1j.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Set;
import java.util.stream.Collectors;

/** Every message takes the same way: there is no second one for some of them. */
@AnalyzeClasses(packages = "org.ob1j.pml", importOptions = BordersTest.WithoutTests.class)
class OnePathTest {
  @ArchTest
  void shouldWriteTheHeadersOfWholeMessagesInOneMethodAndThoseOfOthersInAnother(
      JavaClasses classes) {
    assertThat(callersOf("org.ob1j.pml.header.MatchHeader", "write", classes))
        .containsExactlyInAnyOrder(
            "org.ob1j.pml.protocol.EagerSend.write",
            "org.ob1j.pml.protocol.SendReceivePipeline.writeHeader");
  }

  @ArchTest
  void shouldMatchWholeMessagesInOneMethodAndOthersWhereTheyComeFrom(JavaClasses classes) {
    assertThat(callersOf("org.ob1j.pml.match.MatchingEngine", "takePosted", classes))
        .containsExactlyInAnyOrder(
            "org.ob1j.pml.dispatch.FrameDispatcher.receive",
            "org.ob1j.pml.dispatch.MessageDispatcher.receive",
            "org.ob1j.pml.dispatch.MessageDispatcher.matchInTurn",
            "org.ob1j.pml.dispatch.MessageDispatcher.place",
            "org.ob1j.pml.dispatch.SelfMessages.send");
  }

  private static Set<String> callersOf(String owner, String method, JavaClasses classes) {
    return classes.get(owner).getMethodCallsToSelf().stream()
        .filter(call -> call.getTarget().getName().equals(method))
        .map(JavaMethodCall::getOrigin)
        .map(caller -> caller.getOwner().getName() + "." + caller.getName())
        .collect(Collectors.toSet());
  }
}
