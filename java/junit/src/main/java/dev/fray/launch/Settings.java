package dev.fray.launch;

import java.util.LinkedHashMap;
import java.util.Map;

/** Options by their names; those that are not set are the agent's. */
public final class Settings {
  /** System properties that win over what tests say: after "fray.", and the option they set. */
  private static final String[][] PROPERTIES = {
    {"iterations", "iter"},
    {"iter", "iter"},
    {"strategy", "strategy"},
    {"seed", "seed"},
    {"timeLimit", "time-limit"},
    {"time-limit", "time-limit"},
    {"time", "time"},
    {"isolation", "isolation"},
    {"maxSteps", "max-steps"},
    {"replay", "replay"},
    {"report", "report"},
  };

  private final Map<String, String> values = new LinkedHashMap<>();

  /** Sets an option. */
  public Settings set(String option, Object value) {
    values.put(option, String.valueOf(value));
    return this;
  }

  /** Whether each execution is to have its own classes, as far as the test says. */
  boolean isolated() {
    return !"none".equals(all().get("isolation"));
  }

  private Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>(values);
    for (String[] property : PROPERTIES) {
      String value = System.getProperty("fray." + property[0]);
      if (value != null && !value.isEmpty()) {
        all.put(property[1], value);
      }
    }
    return all;
  }

  /** As the agent reads them. */
  String pairs() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> option : all().entrySet()) {
      String value = option.getValue().replace("\\", "\\\\").replace(",", "\\,");
      text.append(option.getKey()).append('=').append(value).append(',');
    }
    return text.toString();
  }
}
