package app;

import lib.Greeter;

/** Counts how many were made. */
public class Hello implements Greeter {
  private static int made;

  public Hello() {
    made++;
  }

  @Override
  public String greet() {
    return "hello " + made;
  }
}
