package dev.fray.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folders on the class path, where tests are. */
final class ClassPath {
  private ClassPath() {}

  static Set<Path> folders() {
    Set<Path> folders = new LinkedHashSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Paths.get(entry.isEmpty() ? "." : entry);
      if (Files.isDirectory(path)) {
        folders.add(path);
      }
    }
    return folders;
  }

  /** Names of the classes in the folders; of one package and those below it, or of all. */
  static List<String> classes(String inPackage) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path folder : folders()) {
      Path start = inPackage == null ? folder : folder.resolve(inPackage.replace('.', '/'));
      if (!Files.isDirectory(start)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(start)) {
        names.addAll(
            files
                .map(file -> folder.relativize(file).toString())
                .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                .map(file -> file.substring(0, file.length() - 6).replace(File.separatorChar, '.'))
                .sorted()
                .collect(Collectors.toList()));
      }
    }
    return names;
  }
}
