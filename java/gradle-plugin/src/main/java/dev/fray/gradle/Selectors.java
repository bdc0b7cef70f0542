package dev.fray.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Names of tests as Gradle's {@code --tests} has them, made into what fray's launcher takes. */
final class Selectors {
  private Selectors() {}

  /** {@code BankTest}, {@code com.acme.BankTest.transfers}, {@code *Bank*}; all if there is none. */
  static List<String> of(List<String> patterns, Iterable<File> folders) {
    List<String> selected = new ArrayList<>();
    if (patterns.isEmpty()) {
      selected.add("*");
      return selected;
    }
    List<String> classes = new ArrayList<>();
    for (File folder : folders) {
      collect(folder, "", classes);
    }
    for (String pattern : patterns) {
      int before = selected.size();
      match(pattern, "", classes, selected);
      int method = Math.max(pattern.lastIndexOf('.'), pattern.lastIndexOf('#'));
      if (selected.size() == before && method > 0) {
        String name = pattern.substring(method + 1);
        match(pattern.substring(0, method), "#" + name, classes, selected);
      }
      if (selected.size() == before) {
        selected.add(pattern); // the launcher says that there is none
      }
    }
    return selected;
  }

  private static void match(
      String pattern, String rest, List<String> classes, List<String> selected) {
    String literal = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
    Pattern whole = Pattern.compile("(.*\\.)?" + literal);
    for (String type : classes) {
      if (whole.matcher(type).matches()) {
        selected.add(type + rest);
      }
    }
  }

  private static void collect(File folder, String prefix, List<String> classes) {
    File[] files = folder.listFiles();
    for (File file : files == null ? new File[0] : files) {
      String name = file.getName();
      if (file.isDirectory()) {
        collect(file, prefix + name + ".", classes);
      } else if (name.endsWith(".class") && !name.endsWith("-info.class")) {
        classes.add(prefix + name.substring(0, name.length() - ".class".length()));
      }
    }
  }
}
