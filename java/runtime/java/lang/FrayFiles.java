package java.lang;

import java.io.File;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/** Files that a program wants deleted at its end, and file systems in archives that it has left open. */
final class FrayFiles {
  private FrayFiles() {}

  private static final String ON_EXIT = "java/io/DeleteOnExitHook";
  private static final String ARCHIVES = "jdk/nio/zipfs/ZipFileSystemProvider";

  /** Those that are no execution's. */
  private static Set<?> files;

  private static Set<?> systems;

  /** Before the first execution. */
  static void remember() throws ReflectiveOperationException {
    Set<?> now = files();
    files = now == null ? Set.of() : new HashSet<>(now);
    Map<?, ?> open = systems();
    systems = open == null ? Set.of() : new HashSet<>(open.keySet());
  }

  /** Before every execution, and after the last. */
  static void clear() throws ReflectiveOperationException {
    Set<?> now = files();
    if (now != null && now.size() > files.size()) {
      delete(now);
    }
    Map<?, ?> open = systems();
    if (open != null && open.size() > systems.size()) {
      open.keySet().retainAll(systems);
    }
  }

  /** The last first, as at the end of a JVM: folders come before what is in them. */
  private static void delete(Set<?> now) {
    List<Object> names = new ArrayList<>(now);
    for (int i = names.size() - 1; i >= 0; i--) {
      if (!files.contains(names.get(i))) {
        new File((String) names.get(i)).delete();
        now.remove(names.get(i));
      }
    }
  }

  private static Set<?> files() throws ReflectiveOperationException {
    Class<?> hook = FrayStatics.inUse(ON_EXIT);
    String type = "Ljava/util/LinkedHashSet;";
    return hook == null ? null : (Set<?>) FrayStatics.of(hook, "files", type).get();
  }

  private static Map<?, ?> systems() throws ReflectiveOperationException {
    Class<?> type = FrayStatics.inUse(ARCHIVES);
    if (type == null) {
      return null;
    }
    for (FileSystemProvider provider : FileSystemProvider.installedProviders()) {
      if (provider.getClass() == type) {
        Unsafe u = FrayThreads.U;
        return (Map<?, ?>) u.getReference(provider, u.objectFieldOffset(type, "filesystems"));
      }
    }
    return null;
  }
}
