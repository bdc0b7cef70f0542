package java.lang;

import java.io.IOException;
import java.io.InputStream;
import jdk.internal.vm.annotation.Hidden;

/**
 * Static initialisers: those of the program in which another thread may be chosen, because classes initialise each
 * other, so that threads which begin at different ends deadlock, or because they take a lock, with which another thread
 * may wait for the class; and those that start threads.
 */
final class FrayInitialisers {
  private FrayInitialisers() {}

  /** Whether that of this class is one of them. Called where nothing is a switch point. */
  static boolean isEntangled(Class<?> type) {
    String answer;
    while ((answer = FrayCore.initialiser(type)) != null && !answer.isEmpty()) {
      byte[] file = read(type.getClassLoader(), answer);
      FrayCore.learnInitialiser(answer, file, file == null ? 0 : file.length);
    }
    return answer != null;
  }

  /**
   * Another thread may be chosen. No fiber can be left here. A thread that is to end does so later: an error out of a
   * static initialiser would leave a class that no later execution could use.
   */
  @Hidden
  static void choose(int me) {
    if (FrayEngine.fibers != null) {
      FrayCore.abandon("another thread may be chosen inside of a static initialiser");
    }
    FrayCore.point(me, FrayCore.LOCK, 0, FrayCore.INITIALISERS);
  }

  /**
   * A thread has been started. If that was in a static initialiser it runs beside what is left of it, and another thread
   * may be chosen there: not only the start matters, for in front of it there was nobody to be chosen.
   */
  static void started(Thread me) {
    int regions = FrayThreads.quietDepth(me);
    if (regions > 0 && FrayCore.opensInitialisers(FrayThreads.id(me), regions)) {
      FrayThreads.suspendQuiet(me);
    }
  }

  /** Whether the calling thread is in the static initialiser of a class of the JDK. */
  static boolean areOfTheJdk() {
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      if (frame.getMethodName().equals("<clinit>")) {
        String module = frame.getModuleName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
      }
    }
    return false;
  }

  /** The class file of a class that may not have been loaded yet; null if there is none. */
  private static byte[] read(ClassLoader loader, String name) {
    try (InputStream file = loader.getResourceAsStream(name + ".class")) {
      return file == null ? null : file.readAllBytes();
    } catch (IOException unreadable) {
      return null;
    }
  }
}
