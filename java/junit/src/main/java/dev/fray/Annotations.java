package dev.fray;

import dev.fray.launch.Settings;

/** What annotations set. */
final class Annotations {
  private Annotations() {}

  static Settings of(ConcurrencyTest test) {
    Settings settings = new Settings();
    first(settings, test.iterations(), test.strategy(), test.seed(), test.timeLimit());
    second(settings, test.memory(), test.time(), test.isolation(), test.replay());
    return settings;
  }

  /** Those of a class, with those of a method on top. */
  static Settings of(FrayOptions... all) {
    Settings settings = new Settings();
    for (FrayOptions one : all) {
      if (one != null) {
        first(settings, one.iterations(), one.strategy(), one.seed(), one.timeLimit());
        second(settings, one.memory(), one.time(), one.isolation(), one.replay());
      }
    }
    return settings;
  }

  private static void first(
      Settings settings, int iterations, String strategy, long seed, String timeLimit) {
    if (iterations != 0) {
      settings.set("iter", iterations);
    }
    text(settings, "strategy", strategy);
    if (seed != -1) {
      settings.set("seed", Long.toUnsignedString(seed));
    }
    text(settings, "time-limit", timeLimit);
  }

  private static void second(
      Settings settings, boolean memory, String time, String isolation, String replay) {
    if (memory) {
      settings.set("memory", true);
    }
    text(settings, "time", time);
    text(settings, "isolation", isolation);
    text(settings, "replay", replay);
  }

  private static void text(Settings settings, String option, String value) {
    if (!value.isEmpty()) {
      settings.set(option, value);
    }
  }
}
