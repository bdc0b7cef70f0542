package dev.fray;

import dev.fray.launch.Agent;
import dev.fray.launch.Campaign;
import dev.fray.launch.Launch;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * Makes a campaign of a test. JUnit runs the test once, as it sees it; instead of the method, and of
 * the methods before and after it, the campaign is run. Each of its executions asks JUnit once more
 * to run this one test, on the controlled thread: then everything is called as always.
 */
final class ConcurrencyTestExtension
    implements TestTemplateInvocationContextProvider, InvocationInterceptor {

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getTestMethod(), ConcurrencyTest.class);
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    String name = context.getDisplayName();
    return Stream.of(
        new TestTemplateInvocationContext() {
          @Override
          public String getDisplayName(int index) {
            return name;
          }

          @Override
          public List<Extension> getAdditionalExtensions() {
            return Collections.emptyList();
          }
        });
  }

  @Override
  public void interceptBeforeEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    proceedIfControlled(invocation);
  }

  @Override
  public void interceptAfterEachMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    proceedIfControlled(invocation);
  }

  private static void proceedIfControlled(Invocation<Void> invocation) throws Throwable {
    if (Agent.controls()) {
      invocation.proceed();
    } else {
      invocation.skip();
    }
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    if (Agent.controls()) {
      invocation.proceed();
      return;
    }
    invocation.skip();
    Class<?> type = context.getRequiredTestClass();
    ConcurrencyTest test =
        AnnotationSupport.findAnnotation(method.getExecutable(), ConcurrencyTest.class).get();
    String name = type.getName() + "#" + method.getExecutable().getName();
    String id = template(context);
    try {
      new Campaign(name, Annotations.of(test)).run(() -> Launch.inExecution("five", id), type, true);
    } catch (Campaign.Skipped skipped) {
      throw new TestAbortedException(skipped.getMessage());
    }
  }

  /** The test's identity below its engine, which may run below another one. */
  private static String template(ExtensionContext invocation) {
    String id = invocation.getParent().get().getUniqueId();
    return id.substring(id.lastIndexOf("[engine:"));
  }
}
