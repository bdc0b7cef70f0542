package dev.fray;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * A JUnit 5 test that is run many times, each time under another thread schedule, until it fails or
 * enough schedules have passed. It is one test in the results.
 *
 * <p>Each execution is a complete run of this one method: a fresh test instance, {@code @BeforeAll},
 * {@code @BeforeEach}, parameters, extensions, with freshly loaded classes unless {@link #isolation}
 * says otherwise.
 *
 * <p>What is not set here is taken from the agent's options (the build plugin's configuration), then
 * from fray's defaults. System properties {@code fray.iterations}, {@code fray.seed} and so on win
 * over everything.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ResourceLock(Resources.GLOBAL) // in a parallel run nothing is run beside it
@ExtendWith(ConcurrencyTestExtension.class)
public @interface ConcurrencyTest {
  /** Executions at most; 0: not set. */
  int iterations() default 0;

  /** {@code pos}, {@code random}, {@code pct:3}, {@code dfs} and others: how schedules are chosen. */
  String strategy() default "";

  /** All schedules are a function of it; -1: not set. */
  long seed() default -1;

  /** Stop after this time, such as {@code 30s}. */
  String timeLimit() default "";

  /** Switch points at plain field accesses too. The agent must have been started with it. */
  boolean memory() default false;

  /** {@code relaxed} or {@code virtual}: when timeouts fire. */
  String time() default "";

  /** {@code classes}: each execution loads its own; {@code none}: all share them, static state too. */
  String isolation() default "";

  /** A recording, or a failure's report folder, to run instead of a search. */
  String replay() default "";
}
