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
  public static void readElement(Object array, int index) {
    if (FrayHooks.active) {
      element(FrayCore.READ, array, index);
    }
  }

  @Hidden
  public static void writeElement(Object array, int index) {
    if (FrayHooks.active) {
      element(FrayCore.WRITE, array, index);
    }
  }

  @Hidden
  public static void updateElement(Object array, int index) {
    if (FrayHooks.active) {
      element(FrayCore.UPDATE, array, index);
    }
  }

  @Hidden
  private static void element(int kind, Object array, int index) {
    if (array != null && FrayHooks.mayChoose()) {
      Class<?> type = array.getClass();
      if (type.isArray()) {
        FrayHooks.point(kind, array, FrayArrays.BASE + index * FrayThreads.U.arrayIndexScale(type));
      } else {
        FrayHooks.point(kind | FrayCore.UNSEEN, array, index + 1);
      }
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

  @Hidden
  public static void update(Object holder, long offset) {
    if (FrayHooks.active) {
      unsafe(FrayCore.UPDATE, holder, offset);
    }
  }

  /** Stands for all memory outside of the heap, whose addresses differ from one JVM to the next. */
  private static final class OffHeap {
    static final OffHeap MEMORY = new OffHeap();
  }

  /** An access by Unsafe: without an object the offset is an address. */
  @Hidden
  private static void unsafe(int kind, Object holder, long offset) {
    if (holder != null) {
      FrayHooks.point(kind, holder, (int) offset);
    } else if (offset != 0) {
      FrayHooks.point(kind | FrayCore.UNSEEN, OffHeap.MEMORY, 0);
    }
  }
}
