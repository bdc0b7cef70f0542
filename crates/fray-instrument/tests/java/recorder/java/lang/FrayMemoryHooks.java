package java.lang;

/** Stands in for the real hooks: see {@link FrayHooks}. */
public final class FrayMemoryHooks {
  private FrayMemoryHooks() {}

  public static void readField(Object holder, int site) {
    FrayHooks.log("read", holder, "@" + site);
  }

  public static void writeField(Object holder, int site) {
    FrayHooks.log("write", holder, "@" + site);
  }

  public static void readStatic(Class<?> type, int site) {
    FrayHooks.log("read", type, "@" + site);
  }

  public static void writeStatic(Class<?> type, int site) {
    FrayHooks.log("write", type, "@" + site);
  }

  public static void loadElement(Object array, int index) {
    FrayHooks.log("loadElement", array, index);
  }

  public static void storeElement(Object array, int index) {
    FrayHooks.log("storeElement", array, index);
  }

  public static void readElement(Object array, int index) {
    read(array, index);
  }

  public static void writeElement(Object array, int index) {
    write(array, index);
  }

  public static void read(Object holder, long offset) {
    FrayHooks.log("readAt", holder, offset > 0 ? "offset" : "nowhere");
  }

  public static void write(Object holder, long offset) {
    FrayHooks.log("writeAt", holder, offset > 0 ? "offset" : "nowhere");
  }

  public static void update(Object holder, long offset) {
    FrayHooks.log("updateAt", holder, offset > 0 ? "offset" : "nowhere");
  }
}
