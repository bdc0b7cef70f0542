package dev.fray.launch;

/** One test method, with all its parameters and repetitions. */
final class Target {
  /** {@code com.acme.BankTest#transfers}. */
  final String name;

  final String type;

  /** What {@link Launch} is called with. */
  final String[] launch;

  Target(String name, String type, String... launch) {
    this.name = name;
    this.type = type;
    this.launch = launch;
  }

  /** A class of the test; ours if it has none. */
  Class<?> type() {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return type == null ? Suite.class : Class.forName(type, false, loader);
    } catch (ClassNotFoundException | LinkageError unknown) {
      return Suite.class;
    }
  }

  /** The program that runs it once, for recordings. */
  String[] launch() {
    String[] program = new String[launch.length + 1];
    program[0] = Launch.class.getName();
    System.arraycopy(launch, 0, program, 1, launch.length);
    return program;
  }
}
