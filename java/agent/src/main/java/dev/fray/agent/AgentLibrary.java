package dev.fray.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The agent library of this platform, as a file that a JVM can load.
 *
 * <p>It is kept in a folder that is named after its checksum, so that versions do not meet, and gets
 * there complete or not at all, so that builds at the same time do not either.
 */
public final class AgentLibrary {
  private AgentLibrary() {}

  private static final String NAME = "libfray_agent.so";

  /** The library; it is taken out of the jar if it was not before. */
  public static Path extract() throws IOException {
    return extract(caches());
  }

  /** The option of java that loads the agent, idle until a test asks for it, with these options. */
  public static String option(Map<String, ?> options) throws IOException {
    StringBuilder text = new StringBuilder("-agentpath:" + extract() + "=embedded");
    options.forEach(
        (name, value) -> {
          if (value != null && !value.toString().isEmpty()) {
            String escaped = value.toString().replace("\\", "\\\\").replace(",", "\\,");
            text.append(',').append(name).append('=').append(escaped);
          }
        });
    return text.toString();
  }

  /** Into the first of these folders that can be written. */
  static Path extract(List<Path> caches) throws IOException {
    String resource = "/dev/fray/native/" + platform() + "/" + NAME;
    String checksum;
    try (InputStream input = AgentLibrary.class.getResourceAsStream(resource + ".sha256")) {
      if (input == null) {
        throw new IOException("fray has no agent for " + platform());
      }
      String line = new String(input.readAllBytes(), StandardCharsets.US_ASCII);
      checksum = line.trim().split("\\s")[0];
    }
    List<IOException> failures = new ArrayList<>();
    for (Path cache : caches) {
      Path library = cache.resolve(checksum).resolve(NAME);
      if (library.toString().indexOf('=') >= 0) {
        continue; // a JVM would take what follows for options
      }
      try {
        Files.createDirectories(library.getParent());
        if (!isIntact(library, checksum)) {
          write(resource, library, checksum);
        }
        if (cache.equals(temporary())) {
          demandOurs(cache);
        }
        return library;
      } catch (IOException notHere) {
        failures.add(notHere);
      }
    }
    throw new IOException("the agent library cannot be taken out of its artifact: " + failures);
  }

  private static boolean isIntact(Path library, String checksum) throws IOException {
    if (!Files.isRegularFile(library)) {
      return false;
    }
    try (InputStream input = Files.newInputStream(library)) {
      return copy(input, OutputStream.nullOutputStream()).equals(checksum);
    }
  }

  /** Where others can write, they could put another library there after this one was checked. */
  private static void demandOurs(Path folder) throws IOException {
    Path probe = Files.createTempFile("fray", null);
    try {
      boolean ours = Files.getOwner(folder).equals(Files.getOwner(probe));
      boolean open = Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_WRITE);
      if (!ours || open) {
        throw new IOException("others can write to " + folder);
      }
    } finally {
      Files.delete(probe);
    }
  }

  private static void write(String resource, Path library, String checksum) throws IOException {
    Path partial = Files.createTempFile(library.getParent(), NAME, ".part");
    try {
      String found;
      try (InputStream input = AgentLibrary.class.getResourceAsStream(resource);
          OutputStream output = Files.newOutputStream(partial)) {
        if (input == null) {
          throw new IOException("the artifact has no " + resource);
        }
        found = copy(input, output);
      }
      if (!found.equals(checksum)) {
        throw new IOException(
            "the agent library in the artifact is damaged: its checksum is " + found);
      }
      Files.move(partial, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  /** Copies, and returns the SHA-256 checksum of what was copied. */
  private static String copy(InputStream input, OutputStream output) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      input.transferTo(new DigestOutputStream(output, digest));
      StringBuilder text = new StringBuilder();
      for (byte b : digest.digest()) {
        text.append(String.format("%02x", b));
      }
      return text.toString();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every JDK has it
    }
  }

  /** Such as {@code linux-x86_64}. */
  static String platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-');
    String arch = System.getProperty("os.arch");
    return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
  }

  /** The user's cache, and where that cannot be written the folder for temporary files. */
  private static List<Path> caches() {
    List<Path> caches = new ArrayList<>();
    String chosen = System.getProperty("fray.cache");
    if (chosen != null) {
      caches.add(Paths.get(chosen));
    }
    String xdg = System.getenv("XDG_CACHE_HOME");
    if (xdg != null && !xdg.isEmpty()) {
      caches.add(Paths.get(xdg, "fray"));
    }
    caches.add(Paths.get(System.getProperty("user.home"), ".cache", "fray"));
    caches.add(temporary());
    return caches;
  }

  private static Path temporary() {
    String user = System.getProperty("user.name");
    return Paths.get(System.getProperty("java.io.tmpdir"), "fray-" + user);
  }
}
