package java.lang;

import java.lang.reflect.Field;

/**
 * Where in an object the field of a rewritten access lies. A site is one get or put instruction;
 * it is looked up when first executed, since only then the field's class is sure to be loaded, and
 * costs one array load afterwards. {@link #PLAIN} marks fields that need no switch point.
 */
final class FraySites {
  private FraySites() {}

  private static final int PLAIN = -1;
  private static final int VOLATILE = 0x40;
  private static final int FINAL = 0x10;
  private static final int STATIC = 0x08;

  private static int[] offsets = new int[1024];

  /** {@link FrayCore#PLAIN} for fields that are not volatile, else 0. */
  private static byte[] plain = new byte[1024];

  /** For static fields: how many superclasses above the named class the field is declared. */
  private static int[] hops = new int[1024];

  static int offset(Object holder, int site) {
    int[] known = offsets;
    int offset = site < known.length ? known[site] : 0;
    return offset != 0 ? offset : resolve(holder.getClass(), site, false);
  }

  static int staticOffset(Class<?> type, int site) {
    int[] known = offsets;
    int offset = site < known.length ? known[site] : 0;
    return offset != 0 ? offset : resolve(type, site, true);
  }

  /** What marks an access at a site that has been looked up. */
  static int plain(int site) {
    return plain[site];
  }

  static Class<?> declaring(Class<?> type, int site) {
    for (int i = hops[site]; i > 0; i--) {
      type = type.getSuperclass();
    }
    return type;
  }

  private static int resolve(Class<?> type, int site, boolean isStatic) {
    FrayHooks.quietEnter();
    try {
      if (site >= offsets.length) {
        int capacity = Integer.highestOneBit(site) * 4;
        hops = java.util.Arrays.copyOf(hops, capacity);
        plain = java.util.Arrays.copyOf(plain, capacity);
        offsets = java.util.Arrays.copyOf(offsets, capacity);
      }
      offsets[site] = lookUp(type, site, isStatic);
      return offsets[site];
    } finally {
      FrayHooks.quietExit();
    }
  }

  private static int lookUp(Class<?> type, int site, boolean isStatic) {
    String[] names = FrayCore.site(site); // class, field, descriptor, "1" if any access counts
    Class<?> start = type;
    // A hidden class means itself, and no other extends it: see the agent's registry.
    boolean isOwn = isStatic || names[0].indexOf(';') >= 0;
    while (!isOwn && start != null && !start.getName().equals(names[0])) {
      start = start.getSuperclass();
    }
    Field field = isStatic ? staticField(start, names) : instanceField(start, names);
    if (field == null) {
      return PLAIN;
    }
    if ((field.getModifiers() & VOLATILE) == 0) {
      // A final field has its value before anybody else can see it, unless its object escapes.
      if (!names[3].equals("1") || (field.getModifiers() & FINAL) != 0) {
        return PLAIN;
      }
      plain[site] = FrayCore.PLAIN;
    }
    if (!isStatic) {
      return (int) FrayThreads.U.objectFieldOffset(field);
    }
    for (Class<?> c = start; c != field.getDeclaringClass() && c != null; c = c.getSuperclass()) {
      hops[site]++;
    }
    return (int) FrayThreads.U.staticFieldOffset(field);
  }

  private static Field instanceField(Class<?> start, String[] names) {
    return start == null ? null : FrayCore.field(start, names[1], names[2], false);
  }

  /** By reflection: JNI would initialise the class, which only the program's own access may do. */
  private static Field staticField(Class<?> start, String[] names) {
    try {
      for (Class<?> c = start; c != null; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if ((field.getModifiers() & STATIC) != 0
              && field.getName().equals(names[1])
              && field.getType().descriptorString().equals(names[2])) {
            return field;
          }
        }
      }
    } catch (LinkageError broken) {
      // The access itself will say so.
    }
    return null;
  }
}
