package java.lang;

/**
 * Numbers for objects: 2, 4, 6, ... in the order in which one execution first meets them at a
 * switch point, so that equal schedules give equal numbers, whatever the identity hash codes are.
 *
 * <p>Objects met in quiet regions only (class loaders, caches of the JDK) have odd numbers. Which of
 * these there are depends on what earlier executions left in the JDK's caches, so they must not
 * shift the others.
 *
 * <p>An open-addressing table, touched only by the thread that holds the token; and, in executions in which a thread
 * has waited inside of the JVM for a class, by one that is on its way back from there. It keeps its objects alive for
 * the rest of the execution: a number must never be given to two objects.
 */
final class FrayObjects {
  private FrayObjects() {}

  private static final int INITIAL = 1 << 10;

  private static Object[] keys = new Object[INITIAL];
  private static int[] ids = new int[INITIAL];

  /** The slots that are in use, in the order in which they were taken: most executions use few. */
  private static int[] used = new int[INITIAL / 2];

  private static int size;
  private static int last;
  private static int lastQuiet;

  /** The number of an object met at a switch point. */
  static int id(Object object) {
    return shared ? findShared(object, false) : find(object, false);
  }

  /** The number of an object met in a quiet region. */
  static int quietId(Object object) {
    return shared ? findShared(object, true) : find(object, true);
  }

  /** Whether a thread that does not hold the token may be here too, for the rest of the execution. */
  private static boolean shared;

  /** Taken, by 1, while a thread is here if others may be. */
  private static final int[] LOCK = new int[1];

  private static final long LOCK_OFFSET = FrayArrays.BASE;

  /** Threads will be on their way back. */
  static void share() {
    shared = true;
  }

  private static int findShared(Object object, boolean quiet) {
    while (!FrayThreads.U.compareAndSetInt(LOCK, LOCK_OFFSET, 0, 1)) {
      Thread.yield();
    }
    try {
      return find(object, quiet);
    } finally {
      FrayThreads.U.putIntRelease(LOCK, LOCK_OFFSET, 0);
    }
  }

  /** Where the header of an object has its hash code, after what kind of lock it is; 0 if unknown. */
  private static final int HASH_SHIFT = hashShift();

  /** All but one bit of an int. */
  private static final int HASH_MASK = 0x7fffffff;

  /** Asks an object for its hash code and looks for it in the header: it is not in the same place on every JDK. */
  private static int hashShift() {
    Object probe = new Object();
    long before = FrayThreads.U.getLong(probe, 0L);
    int hash = System.identityHashCode(probe);
    long mark = FrayThreads.U.getLong(probe, 0L);
    for (int shift = 3; shift <= 32; shift++) {
      if (((int) (mark >>> shift) & HASH_MASK) == hash
          && ((int) (before >>> shift) & HASH_MASK) == 0
          && (mark & 7) == 1) {
        return shift;
      }
    }
    return 0;
  }

  /** The hash code in the header of an object that is not locked; 0 if it has none there. */
  private static int markedHash(Object object) {
    long mark = FrayThreads.U.getLong(object, 0L);
    return (mark & 7) == 1 ? (int) (mark >>> HASH_SHIFT) & HASH_MASK : 0;
  }

  /**
   * The identity hash code. If our table is the first to ask for it, it depends on the number that
   * the object will have, and not on what happened before: an object that kept its hash code from an
   * earlier execution must not shift those of others.
   */
  private static int hash(Object object, boolean quiet) {
    int hash = HASH_SHIFT != 0 ? markedHash(object) : 0;
    if (hash != 0) {
      return hash;
    }
    return FrayCore.hash(object, object.getClass().isHidden() ? HIDDEN : next(quiet));
  }

  /** In place of a number: a lambda, which may be older than the execution and have its hash code. */
  private static final int HIDDEN = -1;

  /** The number that the next new object gets. */
  private static int next(boolean quiet) {
    return quiet ? 2 * lastQuiet + 1 : 2 * last + 2;
  }

  private static int find(Object object, boolean quiet) {
    Object[] table = keys;
    int mask = table.length - 1;
    int slot = hash(object, quiet) & mask;
    for (Object key; (key = table[slot]) != null; slot = (slot + 1) & mask) {
      if (key == object) {
        int id = ids[slot];
        if ((id & 1) != 0 && !quiet && !FrayCore.monitorInUse(id)) {
          return number(object, slot, false);
        }
        return id;
      }
    }
    return add(object, slot, quiet);
  }

  private static int add(Object object, int slot, boolean quiet) {
    keys[slot] = object;
    used[size++] = slot;
    int id = number(object, slot, quiet);
    if (size == used.length) {
      grow();
    }
    return id;
  }

  private static int number(Object object, int slot, boolean quiet) {
    int id = next(quiet);
    if (quiet) {
      lastQuiet++;
    } else {
      last++;
    }
    ids[slot] = id;
    FrayCore.defineObject(id, classHash(object));
    return id;
  }

  private static void grow() {
    Object[] oldKeys = keys;
    int[] oldIds = ids;
    int capacity = oldKeys.length * 2;
    keys = new Object[capacity];
    ids = new int[capacity];
    used = java.util.Arrays.copyOf(used, capacity / 2);
    for (int i = 0; i < size; i++) {
      Object object = oldKeys[used[i]];
      int slot = hash(object, true) & (capacity - 1);
      while (keys[slot] != null) {
        slot = (slot + 1) & (capacity - 1);
      }
      keys[slot] = object;
      ids[slot] = oldIds[used[i]];
      used[i] = slot;
    }
  }

  /** Begins a new execution. */
  static void clear() {
    if (keys.length > INITIAL) {
      keys = new Object[INITIAL];
      ids = new int[INITIAL];
      used = new int[INITIAL / 2];
    } else {
      for (int i = 0; i < size; i++) {
        keys[used[i]] = null;
      }
    }
    size = 0;
    last = 0;
    lastQuiet = 0;
    shared = false;
  }

  /** Receives numbers and objects. */
  interface Visitor {
    void visit(int id, Object object);
  }

  /** All objects met so far. For reports. */
  static void forEach(Visitor visitor) {
    Object[] met = keys.clone();
    int[] numbers = ids.clone();
    for (int i = 0; i < met.length; i++) {
      if (met[i] != null) {
        visitor.visit(numbers[i], met[i]);
      }
    }
  }

  /** The top byte of the number of a class inside of the JDK; no other class has it. */
  private static final int JDK_CLASS = 0xff << 24;

  /**
   * A number for the object's class that is the same in every execution and process. Strategies
   * prefer what the program has made, so it tells classes inside of the JDK apart (as {@code
   * fray_core::op::class_hash} does).
   */
  private static int classHash(Object object) {
    Class<?> type = object instanceof Class<?> c ? c : object.getClass();
    String name = type.getName();
    if (type.isHidden()) {
      // Names of hidden classes end in a counter and an address: not the same the next time.
      int end = name.indexOf("$$");
      name = end < 0 ? "" : name.substring(0, end);
    }
    if (name.contains("$Proxy")) {
      name = ""; // a counter, too
    }
    int hash = name.hashCode();
    if (isInsideJdk(name)) {
      return hash | JDK_CLASS;
    }
    if ((hash & JDK_CLASS) == JDK_CLASS) {
      return hash & ~(1 << 31);
    }
    return hash == 0 ? 1 : hash;
  }

  /** Objects that programs use as their own (plain ones, atomics, locks) count as theirs. */
  private static boolean isInsideJdk(String name) {
    if (name.startsWith("java.")) {
      return !name.equals("java.lang.Object")
          && !name.startsWith("java.util.concurrent.atomic.")
          && !name.startsWith("java.util.concurrent.locks.");
    }
    return name.startsWith("javax.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.")
        || name.startsWith("com.sun.");
  }
}
