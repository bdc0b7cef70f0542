package java.lang;

import jdk.internal.vm.annotation.Hidden;

/**
 * What rewritten code calls in front of an access to memory: a field, an element of an array, or an
 * object and an offset. As {@link FrayHooks}, this class has no static initialiser, and its methods
 * are hidden from stack traces.
 */
public final class FrayMemoryHooks {
  private FrayMemoryHooks() {}

  @Hidden
  public static void readField(Object holder, int site) {
    if (FrayHooks.active) {
      field(FrayCore.READ, holder, site);
    }
  }

  @Hidden
  public static void writeField(Object holder, int site) {
    if (FrayHooks.active) {
      field(FrayCore.WRITE, holder, site);
    }
  }

  @Hidden
  private static void field(int kind, Object holder, int site) {
    if (holder != null && FrayHooks.mayChoose()) {
      int offset = FraySites.offset(holder, site);
      if (offset > 0) {
        FrayHooks.point(kind | FraySites.plain(site), holder, offset);
      }
    }
  }

  @Hidden
  public static void readStatic(Class<?> type, int site) {
    if (FrayHooks.active) {
      staticField(FrayCore.READ, type, site);
    }
  }

  @Hidden
  public static void writeStatic(Class<?> type, int site) {
    if (FrayHooks.active) {
      staticField(FrayCore.WRITE, type, site);
    }
  }

  @Hidden
  private static void staticField(int kind, Class<?> type, int site) {
    if (FrayHooks.mayChoose()) {
      int offset = FraySites.staticOffset(type, site);
      if (offset > 0) {
        FrayHooks.point(kind | FraySites.plain(site), FraySites.declaring(type, site), offset);
      }
    }
  }

  /** An array instruction of the program. */
  @Hidden
  public static void loadElement(Object array, int index) {
    if (FrayHooks.active) {
      element(FrayCore.READ | FrayCore.PLAIN, array, index);
    }
  }

  /** See {@link #loadElement}. */
  @Hidden
  public static void storeElement(Object array, int index) {
    if (FrayHooks.active) {
      element(FrayCore.WRITE | FrayCore.PLAIN, array, index);
    }
  }

  @Hidden
  private static void element(int kind, Object array, int index) {
    if (array != null && FrayHooks.mayChoose()) {
      FrayHooks.point(kind, array, (int) offset(array, index));
    }
  }

  private static long offset(Object array, int index) {
    return FrayArrays.BASE + (long) index * FrayThreads.U.arrayIndexScale(array.getClass());
  }

  /** An element that a VarHandle gets. */
  @Hidden
  public static void readElement(Object array, int index) {
    if (FrayHooks.active && array != null) {
      unsafe(FrayCore.READ, array, offset(array, index));
    }
  }

  /** An element that a VarHandle sets. */
  @Hidden
  public static void writeElement(Object array, int index) {
    if (FrayHooks.active && array != null) {
      unsafe(FrayCore.WRITE, array, offset(array, index));
    }
  }

  @Hidden
  public static void read(Object holder, long offset) {
    if (FrayHooks.active) {
      unsafe(FrayCore.READ, holder, offset);
    }
  }

  @Hidden
  public static void write(Object holder, long offset) {
    if (FrayHooks.active) {
      unsafe(FrayCore.WRITE, holder, offset);
    }
  }

  /** A field that is not volatile, by reflection. */
  @Hidden
  public static void readPlain(Object holder, long offset) {
    by(FrayCore.READ | FrayCore.PLAIN, offset, holder);
  }

  /** See {@link #readPlain}. */
  @Hidden
  public static void writePlain(Object holder, long offset) {
    by(FrayCore.WRITE | FrayCore.PLAIN, offset, holder);
  }

  @Hidden
  public static void update(Object holder, long offset) {
    if (FrayHooks.active) {
      unsafe(FrayCore.UPDATE, holder, offset);
    }
  }

  /** In front of what reads a field of this object: see {@link FrayHandles#field}. */
  @Hidden
  static Object reads(int plain, long offset, Object holder) {
    return by(FrayCore.READ | plain, offset, holder);
  }

  /** In front of what writes a field of this object. */
  @Hidden
  static Object writes(int plain, long offset, Object holder) {
    return by(FrayCore.WRITE | plain, offset, holder);
  }

  @Hidden
  private static Object by(int kind, long offset, Object holder) {
    if (FrayHooks.active && holder != null) {
      FrayHooks.point(kind, holder, (int) offset);
    }
    return holder;
  }

  /** Stands for all memory outside of the heap, whose addresses differ from one JVM to the next. */
  private static final class OffHeap {
    static final OffHeap MEMORY = new OffHeap();
  }

  /** The bits of an offset that tell the bytes of a word apart. */
  private static final int IN_WORD = 7;

  /**
   * An access by Unsafe: without an object the offset is an address. Of arrays that serve as memory,
   * whose bytes may be accessed by ones and by words, it is the word that is accessed.
   */
  @Hidden
  private static void unsafe(int kind, Object holder, long offset) {
    if (holder instanceof byte[]) {
      FrayHooks.point(kind | FrayCore.UNSEEN, holder, (int) offset & ~IN_WORD);
    } else if (holder instanceof long[]) {
      FrayHooks.point(kind, holder, (int) offset & ~IN_WORD);
    } else if (holder != null) {
      FrayHooks.point(kind, holder, (int) offset);
    } else if (offset != 0) {
      FrayHooks.point(kind | FrayCore.UNSEEN, OffHeap.MEMORY, 0);
    }
  }
}
