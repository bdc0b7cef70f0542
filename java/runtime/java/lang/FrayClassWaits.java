package java.lang;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Who waits for whom, where threads wait inside of the JVM for classes that others initialise. Runs on the
 * conductor, while nobody can run.
 *
 * <p>Before a class the JVM initialises its superclass, and the interfaces above it that have default methods,
 * and has the class itself from then on. No static initialiser on a stack shows that, so it is concluded: a thread
 * that needs a class waits for the first one on this way that another thread has, and has all those before.
 */
final class FrayClassWaits {
  private FrayClassWaits(int count) {
    awaited = new Class<?>[count + 1];
    holder = new int[count + 1];
    held = new Class<?>[count + 1];
  }

  /** What {@link FrayCore#classesOf} says of a thread that waits for a class which is not known. */
  private static final Class<?> SOME = Class.class;

  /** In place of the number of a thread that is not controlled. */
  private static final int OUTSIDER = -1;

  /** JVMTI's bits for a class that has been initialised, or could not be. */
  private static final int DONE = 4 | 8;

  /** By numbers of threads: the class that each needs, whom it waits for, and which class that one has. */
  private final Class<?>[] awaited;

  private final int[] holder;
  private final Class<?>[] held;

  /** The classes that are being initialised, and by whom. */
  private final List<Class<?>> classes = new ArrayList<>();

  private final List<Integer> owners = new ArrayList<>();

  /** Tells the agent who waits for whom, and whether all that is known. */
  static void look() {
    FrayClassWaits waits = new FrayClassWaits(FrayThreads.count());
    waits.ask();
    waits.conclude();
    FrayCore.classWaitsKnown(waits.tell());
  }

  private void ask() {
    for (int id = 1; id < awaited.length; id++) {
      Thread thread = FrayThreads.get(id);
      if (thread != null && thread.isAlive()) {
        Class<?>[] found = FrayCore.classesOf(id, thread);
        awaited[id] = found[0];
        own(found, id);
      }
    }
    for (Thread thread : FrayCore.allThreads()) {
      if (FrayThreads.id(thread) == 0) {
        own(FrayCore.classesOf(0, thread), OUTSIDER);
      }
    }
  }

  /** All but the first of these are being initialised by the thread. */
  private void own(Class<?>[] found, int id) {
    for (int i = 1; i < found.length; i++) {
      classes.add(found[i]);
      owners.add(id);
    }
  }

  /** Each thread whose wait is understood may explain that of another one: by what it has. */
  private void conclude() {
    boolean again = true;
    while (again) {
      again = false;
      for (int id = 1; id < awaited.length; id++) {
        if (awaited[id] != null && awaited[id] != SOME && holder[id] == 0) {
          again |= follow(id);
        }
      }
    }
  }

  /** Whether it has become known whom the thread waits for. */
  private boolean follow(int id) {
    List<Class<?>> way = new ArrayList<>();
    collect(awaited[id], way);
    for (int i = 0; i < way.size(); i++) {
      int owner = ownerOf(way.get(i));
      if (owner != 0 && owner != id) {
        holder[id] = owner;
        held[id] = way.get(i);
        for (Class<?> before : way.subList(0, i)) {
          classes.add(before);
          owners.add(id);
        }
        return true;
      }
    }
    return false;
  }

  private int ownerOf(Class<?> type) {
    int at = classes.indexOf(type);
    return at < 0 ? 0 : owners.get(at);
  }

  /** Adds the classes that have yet to be initialised for this one, in the order in which the JVM does so. */
  private static void collect(Class<?> type, List<Class<?>> way) {
    if (type == null || way.contains(type)) {
      return;
    }
    if ((FrayCore.classStatus(type) & DONE) == 0) {
      way.add(type);
    }
    if (!type.isInterface()) {
      collect(type.getSuperclass(), way);
      collectInterfaces(type, way);
    }
  }

  private static void collectInterfaces(Class<?> type, List<Class<?>> way) {
    for (Class<?> above : type.getInterfaces()) {
      collectInterfaces(above, way);
      if (hasDefaults(above)) {
        collect(above, way);
      }
    }
  }

  private static boolean hasDefaults(Class<?> type) {
    try {
      for (Method method : type.getDeclaredMethods()) {
        if ((method.getModifiers() & (Modifier.ABSTRACT | Modifier.STATIC)) == 0) {
          return true;
        }
      }
    } catch (LinkageError incomplete) {
      // Its initialisation will tell.
    }
    return false;
  }

  /** Tells whom each thread waits for; whether that is known of all of them, and nobody else can help. */
  private boolean tell() {
    boolean known = true;
    for (int id = 1; id < awaited.length; id++) {
      if (awaited[id] == SOME) {
        known &= tellAll(id);
      } else if (awaited[id] != null) {
        known &= holder[id] > 0;
        tell(id, holder[id], held[id]);
      }
    }
    return known;
  }

  /** The thread waits for any of the classes that others have. */
  private boolean tellAll(int id) {
    boolean known = false;
    for (int i = 0; i < classes.size(); i++) {
      if (owners.get(i) != id && owners.get(i) > 0) {
        known = true;
        tell(id, owners.get(i), classes.get(i));
      }
    }
    return known;
  }

  private void tell(int id, int owner, Class<?> type) {
    if (owner > 0) {
      FrayCore.awaitsClass(id, owner, classes.indexOf(type), type.getTypeName());
    }
  }
}
