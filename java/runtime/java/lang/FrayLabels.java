package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * Names for a report: the classes and fields of the objects that an execution met, and what its
 * blocked threads wait for. Runs on the conductor, while all controlled threads stand still.
 */
final class FrayLabels {
  private FrayLabels() {}

  private static final Unsafe U = FrayThreads.U;

  /** Tells the agent about all threads: names, and what those in a park wait for. */
  static void sendThreads() {
    for (int id = 1; id <= FrayThreads.count(); id++) {
      Thread thread = FrayThreads.get(id);
      if (thread != null) {
        Object blocker = FrayOutsiders.blocker(thread);
        Thread holder = FrayOutsiders.owner(blocker);
        int owner = holder == null ? 0 : FrayThreads.id(holder);
        int object = blocker == null ? 0 : FrayObjects.quietId(blocker);
        FrayCore.threadLabel(id, thread, thread.getName(), object, owner, stack(thread));
      }
    }
  }

  /** Class, method, file and line of each frame of a fiber; null if the JVM itself can tell. */
  private static String[] stack(Thread thread) {
    if (FrayEngine.fibers == null) {
      return null;
    }
    StackTraceElement[] frames = FrayEngine.fibers.stack(thread);
    List<String> parts = new ArrayList<>();
    if (frames != null) {
      for (StackTraceElement frame : frames) {
        parts.add(frame.getClassName());
        parts.add(frame.getMethodName());
        parts.add(frame.getFileName() == null ? "" : frame.getFileName());
        parts.add(Integer.toString(frame.getLineNumber()));
      }
    }
    return parts.toArray(new String[0]);
  }

  /** Tells the agent about all objects. */
  static void sendObjects() {
    FrayObjects.forEach(new Sender());
  }

  private static final class Sender implements FrayObjects.Visitor {
    @Override
    public void visit(int id, Object object) {
      boolean isClass = object instanceof Class<?>;
      Class<?> type = isClass ? (Class<?>) object : object.getClass();
      List<String> fields = new ArrayList<>();
      if (!type.isArray()) {
        collect(type, isClass, fields);
      }
      FrayCore.objectLabel(
          id,
          isClass ? "java.lang.Class" : type.getTypeName(),
          isClass ? type.getTypeName() : null,
          fields.toArray(new String[0]));
    }
  }

  /** Adds "offset name" for each field. */
  private static void collect(Class<?> type, boolean statics, List<String> fields) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      try {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers()) == statics) {
            long offset = statics ? U.staticFieldOffset(field) : U.objectFieldOffset(field);
            fields.add(offset + " " + field.getName());
          }
        }
      } catch (LinkageError incomplete) {
        // A class with a missing dependency keeps its offsets.
      }
      if (statics) {
        return;
      }
    }
  }
}
