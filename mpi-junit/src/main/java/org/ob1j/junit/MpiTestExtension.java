package org.ob1j.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * In the test JVM, runs a job instead of a test method; on a rank, leaves everything as it is.
 * Which of the two this JVM is, a system property tells that {@link RankJob} gives to ranks.
 */
public final class MpiTestExtension implements InvocationInterceptor {
  /** For JUnit. */
  public MpiTestExtension() {}

  @Override
  public void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    if (RankJob.isRank()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    MpiTest test = AnnotationSupport.findAnnotation(method.getExecutable(), MpiTest.class).get();
    check(test, context.getDisplayName());
    Throwable verdict = run(test, context);
    if (verdict != null) {
      throw verdict;
    }
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    onRanksOnly(invocation);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    onRanksOnly(invocation);
  }

  private static void onRanksOnly(Invocation<Void> invocation) throws Throwable {
    if (RankJob.isRank()) {
      invocation.proceed();
    } else {
      invocation.skip();
    }
  }

  private static void check(MpiTest test, String name) {
    if (test.ranks() < 1) {
      throw new ExtensionConfigurationException(
          "@MpiTest of " + name + ": ranks is " + test.ranks() + "; it must be at least 1");
    }
    if (test.timeoutSeconds() < 1) {
      throw new ExtensionConfigurationException(
          "@MpiTest of "
              + name
              + ": timeoutSeconds is "
              + test.timeoutSeconds()
              + "; it must be at least 1");
    }
  }

  private static Throwable run(MpiTest test, ExtensionContext context)
      throws IOException, InterruptedException {
    String name = context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
    RankJob.Result result = RankJob.run(test, context.getUniqueId());
    return Verdict.of(name, test.timeoutSeconds(), result);
  }
}
