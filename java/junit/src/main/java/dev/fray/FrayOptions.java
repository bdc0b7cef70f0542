package dev.fray;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Settings for JUnit 4 tests under {@link FrayRunner}: of a class, or of one method. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface FrayOptions {
  /** See {@link ConcurrencyTest#iterations}. */
  int iterations() default 0;

  /** See {@link ConcurrencyTest#strategy}. */
  String strategy() default "";

  /** See {@link ConcurrencyTest#seed}. */
  long seed() default -1;

  /** See {@link ConcurrencyTest#timeLimit}. */
  String timeLimit() default "";

  /** See {@link ConcurrencyTest#memory}. */
  boolean memory() default false;

  /** See {@link ConcurrencyTest#time}. */
  String time() default "";

  /** See {@link ConcurrencyTest#isolation}. */
  String isolation() default "";

  /** See {@link ConcurrencyTest#replay}. */
  String replay() default "";
}
