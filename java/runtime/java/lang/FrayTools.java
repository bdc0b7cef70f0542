package java.lang;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import jdk.internal.loader.BuiltinClassLoader;

/** Finds the test frameworks on a class path, and loads them for all executions. */
final class FrayTools {
  private FrayTools() {}

  /** One class of each jar that may be shared. */
  private static final String[] MARKERS = {
    "dev/fray/ConcurrencyTest",
    "dev/fray/launch/Launch",
    "net/bytebuddy/ByteBuddy",
    "net/bytebuddy/agent/ByteBuddyAgent",
    "org/apiguardian/api/API",
    "org/assertj/core/api/Assertions",
    "org/hamcrest/Matcher",
    "org/hamcrest/Matchers",
    "org/junit/Test",
    "org/junit/jupiter/api/Test",
    "org/junit/jupiter/engine/JupiterTestEngine",
    "org/junit/jupiter/params/ParameterizedTest",
    "org/junit/platform/commons/JUnitException",
    "org/junit/platform/engine/TestEngine",
    "org/junit/platform/launcher/Launcher",
    "org/junit/vintage/engine/VintageTestEngine",
    "org/mockito/Mockito",
    "org/mockito/junit/jupiter/MockitoExtension",
    "org/objenesis/Objenesis",
    "org/opentest4j/AssertionFailedError",
  };

  /** What jars of these have in them: the packages that fray takes for a test framework's. */
  private static final String[] PREFIXES = {
    "dev/fray/",
    "junit/extensions/",
    "junit/framework/",
    "junit/runner/",
    "junit/textui/",
    "net/bytebuddy/",
    "org/apiguardian/",
    "org/assertj/",
    "org/hamcrest/",
    "org/junit/",
    "org/mockito/",
    "org/objenesis/",
    "org/opentest4j/",
  };

  private static ClassLoader known;

  /** The loader of the frameworks that the application class loader finds; null if there are none. */
  static ClassLoader loader(ClassLoader application, Constructor<?> constructor)
      throws ReflectiveOperationException {
    if (known == null) {
      List<URL> jars = new ArrayList<>();
      for (String marker : MARKERS) {
        URL jar = jar(application.getResource(marker + ".class"));
        if (jar != null && !jars.contains(jar) && isTool(jar)) {
          jars.add(jar);
        }
      }
      if (jars.isEmpty()) {
        return null;
      }
      Class<?> type = Class.forName("jdk.internal.loader.URLClassPath");
      for (Constructor<?> candidate : type.getDeclaredConstructors()) {
        Class<?>[] parameters = candidate.getParameterTypes();
        // The other parameter is a factory or a context, by version; none is needed.
        if (parameters.length == 2 && parameters[0] == URL[].class) {
          Object path = FrayCore.construct(candidate, jars.toArray(new URL[0]), null);
          known = (ClassLoader) FrayCore.construct(constructor, application.getParent(), path);
        }
      }
    }
    return known;
  }

  /** The loader of the frameworks. */
  static ClassLoader known() {
    return known;
  }

  /** Whether the loader is one of those that ask that of the frameworks first, see {@link FrayIsolation}. */
  static boolean isBelow(ClassLoader loader) {
    return known != null
        && loader instanceof BuiltinClassLoader
        && FrayThreads.U.getReference(loader, PARENT) == known;
  }

  private static final long PARENT =
      FrayThreads.U.objectFieldOffset(BuiltinClassLoader.class, "parent");

  private static ClassLoader warmed;

  /**
   * Lets Mockito get ready before the first execution: it attaches to its own JVM, which starts
   * threads and processes once and for all, and waits for them.
   */
  static void warm(ClassLoader loader) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      Class<?> plugins =
          Class.forName("org.mockito.internal.configuration.plugins.Plugins", false, loader);
      if (plugins.getClassLoader() != warmed) {
        warmed = plugins.getClassLoader();
        thread.setContextClassLoader(loader);
        plugins.getMethod("getMockMaker").invoke(null);
      }
    } catch (ReflectiveOperationException | LinkageError notThere) {
      // Tests that use it will say so.
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The jar file of a resource; null if it is not in one. */
  private static URL jar(URL resource) {
    try {
      if (resource == null || !resource.getProtocol().equals("jar")) {
        return null;
      }
      String path = resource.getPath();
      return new URL(path.substring(0, path.indexOf("!/")));
    } catch (IOException notOne) {
      return null;
    }
  }

  /** Whether all classes of the jar are the framework's: in a jar of everything nothing is shared. */
  private static boolean isTool(URL jar) {
    try (JarFile file = new JarFile(new File(jar.toURI()))) {
      for (Enumeration<JarEntry> all = file.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        if (name.endsWith(".class") && !name.endsWith("module-info.class") && !belongs(name)) {
          return false;
        }
      }
      return true;
    } catch (IOException | java.net.URISyntaxException | IllegalArgumentException unreadable) {
      return false;
    }
  }

  /** Whether a class is not the program's own: a framework's, or the JDK's. */
  static boolean isTool(Class<?> type) {
    if (type.getClassLoader() == null) {
      return true;
    }
    String name = type.getName();
    for (String prefix : PREFIXES) {
      int length = prefix.length() - 1;
      if (name.length() > length
          && name.charAt(length) == '.'
          && name.startsWith(prefix.substring(0, length).replace('/', '.'))) {
        return true;
      }
    }
    return false;
  }

  private static boolean belongs(String name) {
    if (name.startsWith("META-INF/")) {
      return true; // of another release of Java: its first form decides
    }
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
