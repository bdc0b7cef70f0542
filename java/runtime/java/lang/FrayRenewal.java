package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import jdk.internal.misc.Unsafe;

/**
 * Classes of the program of which all that could be found by the next execution are static fields:
 * these are put back, instead of loading the classes again. The agent knows which ones can be,
 * because nobody can tell when their static initialisers run.
 */
final class FrayRenewal {
  private static final Unsafe U = FrayThreads.U;

  /** Bits of JVMTI's status of a class. */
  private static final int INITIALIZED = 4, ERROR = 8;

  /** Of the loader that is in use. */
  private static final ArrayList<FrayRenewal> CLASSES = new ArrayList<>();

  private final Class<?> type;
  private final boolean initialiser;
  private final Object base;
  private final long[] offsets;
  private final char[] kinds;
  private boolean initialised;

  /** The words are the class, whether it has a static initialiser, and names and descriptors. */
  private FrayRenewal(Class<?> type, String[] words) {
    this.type = type;
    initialiser = words[1].equals("1");
    int count = words.length / 2 - 1;
    offsets = new long[count];
    kinds = new char[count];
    Object base = null;
    for (int i = 0; i < count; i++) {
      String descriptor = words[2 * i + 3];
      Field field = FrayCore.field(type, words[2 * i + 2], descriptor, true);
      base = U.staticFieldBase(field);
      offsets[i] = U.staticFieldOffset(field);
      kinds[i] = descriptor.charAt(0);
    }
    this.base = base;
  }

  /** Another loader is going to be used. */
  static void forget() {
    CLASSES.clear();
  }

  /** Makes the loader's classes as new; false if that cannot be done. */
  static boolean renew(ClassLoader loader) {
    String text;
    while ((text = FrayCore.nextStatics()) != null) {
      String[] words = text.split("\\.");
      Class<?> type = loader.findLoadedClass(words[0].replace('/', '.'));
      if (type == null) {
        return false; // it was defined by a loader of the program's, which may be anywhere
      }
      CLASSES.add(new FrayRenewal(type, words));
    }
    for (FrayRenewal each : CLASSES) {
      if (!each.renew()) {
        return false;
      }
    }
    return true;
  }

  private boolean renew() {
    if (!initialised) {
      int status = FrayCore.classStatus(type);
      if ((status & ERROR) != 0) {
        return false;
      }
      initialised = (status & INITIALIZED) != 0;
      if (!initialised) {
        return true;
      }
    }
    for (int i = 0; i < offsets.length; i++) {
      clear(offsets[i], kinds[i]);
    }
    return !initialiser || FrayCore.initialiseAgain(type);
  }

  private void clear(long offset, char kind) {
    switch (kind) {
      case 'Z', 'B' -> U.putByteVolatile(base, offset, (byte) 0);
      case 'S', 'C' -> U.putShortVolatile(base, offset, (short) 0);
      case 'I', 'F' -> U.putIntVolatile(base, offset, 0);
      case 'J', 'D' -> U.putLongVolatile(base, offset, 0);
      default -> U.putReferenceVolatile(base, offset, null);
    }
  }

  private static final long MODIFIERS = offset("modifiers", "I");
  private static final long TRUSTED = offset("trustedFinal", "Z");

  private static long offset(String name, String descriptor) {
    return U.objectFieldOffset(FrayCore.field(Field.class, name, descriptor, false));
  }

  /** Fields that are put back are final for the program, if not for the JVM. */
  static void hide(Field[] fields) {
    for (Field field : fields) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)
          && !Modifier.isFinal(modifiers)
          && FrayCore.wasFinal(field.getDeclaringClass(), field.getName())) {
        U.putInt(field, MODIFIERS, modifiers | Modifier.FINAL);
        U.putBoolean(field, TRUSTED, true);
      }
    }
  }
}
