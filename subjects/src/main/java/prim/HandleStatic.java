package prim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** {@link Counting} in a static field through a {@link VarHandle}, opaque, in two steps. */
public class HandleStatic extends Counting {
  static final VarHandle COUNT;

  @SuppressWarnings("unused") // accessed through COUNT
  private static int count;

  static {
    try {
      COUNT = MethodHandles.lookup().findStaticVarHandle(HandleStatic.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  HandleStatic() {
    COUNT.setVolatile(0);
  }

  @Override
  void count() {
    int seen = (int) COUNT.getOpaque();
    COUNT.setOpaque(seen + 1);
  }

  @Override
  final int result() {
    return (int) COUNT.getVolatile();
  }

  public static void main(String[] args) throws Exception {
    new HandleStatic().run();
  }
}
