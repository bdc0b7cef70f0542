package java.lang;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import jdk.internal.reflect.MethodAccessor;
import jdk.internal.vm.annotation.Hidden;

/**
 * Hidden classes that a program defines: the JVM shows them to no agent, so they are rewritten on
 * their way to it.
 */
public final class FrayHidden {
  private FrayHidden() {}

  /** Stands in for {@code Lookup.defineHiddenClass}. */
  @Hidden
  public static Lookup defineHiddenClass(
      Lookup lookup, byte[] file, boolean initialize, Lookup.ClassOption... options)
      throws IllegalAccessException {
    byte[] own = copy(file);
    byte[] rewritten = rewritten(lookup, own);
    Lookup result =
        lookup.defineHiddenClass(rewritten == null ? own : rewritten, initialize, options);
    demand(lookup, own, rewritten);
    return result;
  }

  /** Stands in for {@code Lookup.defineHiddenClassWithClassData}. */
  @Hidden
  public static Lookup defineHiddenClassWithClassData(
      Lookup lookup,
      byte[] file,
      Object classData,
      boolean initialize,
      Lookup.ClassOption... options)
      throws IllegalAccessException {
    byte[] own = copy(file);
    byte[] rewritten = rewritten(lookup, own);
    Lookup result =
        lookup.defineHiddenClassWithClassData(
            rewritten == null ? own : rewritten, classData, initialize, options);
    demand(lookup, own, rewritten);
    return result;
  }

  /** What calls one of these methods by reflection. From JDK 18 on that is a handle which calls ours. */
  static MethodAccessor accessor(MethodAccessor accessor, Method method) {
    boolean isHandle =
        accessor.getClass().getName().equals("jdk.internal.reflect.DirectMethodHandleAccessor");
    return isHandle || !method.getName().startsWith("defineHidden")
        ? accessor
        : new FrayHiddenAccessor(accessor);
  }

  /** Another thread may write to the array meanwhile. */
  static byte[] copy(byte[] file) {
    return file == null ? null : file.clone();
  }

  static byte[] rewritten(Lookup lookup, byte[] file) {
    // What the JDK will not define must not be known either.
    return !FrayHandles.ready || lookup == null || file == null || !lookup.hasFullPrivilegeAccess()
        ? null
        : FrayCore.hidden(loader(lookup), file, file.length, false);
  }

  /** A class has been defined: if it is as it was, that must be because nothing in it needs a hook. */
  static void demand(Lookup lookup, byte[] file, byte[] rewritten) {
    if (rewritten == null && FrayHandles.ready) {
      FrayCore.hidden(loader(lookup), file, file.length, true);
    }
  }

  private static ClassLoader loader(Lookup lookup) {
    return lookup.lookupClass().getClassLoader0();
  }
}
