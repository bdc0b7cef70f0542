import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Writes many classes into one file: those of the JDK that runs this (no further arguments) or those
 * of jars. Each class is its module or jar, its path without ".class", its length and its bytes.
 */
final class Pack {
  private static final String SUFFIX = ".class";

  /** Of a class that a jar has for several releases, that for this one: all JDKs can load it. */
  private static final Runtime.Version OLDEST = Runtime.Version.parse("17");

  public static void main(String[] args) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), 1 << 20))) {
      if (args.length == 1) {
        packJdk(out);
      }
      for (int i = 1; i < args.length; i++) {
        packJar(Path.of(args[i]), out);
      }
    }
  }

  private static void packJdk(DataOutputStream out) throws IOException {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(p -> p.toString().endsWith(SUFFIX)).sorted().collect(Collectors.toList());
    }
    for (Path file : files) {
      String module = file.getName(1).toString();
      put(module, file.subpath(2, file.getNameCount()).toString(), Files.readAllBytes(file), out);
    }
  }

  private static void packJar(Path path, DataOutputStream out) throws IOException {
    try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, OLDEST)) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.versionedStream()::iterator) {
        String name = entry.getName();
        if (name.endsWith(SUFFIX) && !name.startsWith("META-INF/")) {
          try (InputStream in = jar.getInputStream(entry)) {
            put(path.getFileName().toString(), name, in.readAllBytes(), out);
          }
        }
      }
    }
  }

  private static void put(String group, String file, byte[] bytes, DataOutputStream out)
      throws IOException {
    out.writeUTF(group);
    out.writeUTF(file.substring(0, file.length() - SUFFIX.length()));
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
