package prim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@link Counting} in an array element through a {@link VarHandle}, acquire and release, in two
 * steps.
 */
public class HandleArray extends Counting {
  static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  final int[] counts = new int[2];

  @Override
  void count() {
    int seen = (int) ELEMENT.getAcquire(counts, 1);
    ELEMENT.setRelease(counts, 1, seen + 1);
  }

  @Override
  final int result() {
    return (int) ELEMENT.getVolatile(counts, 1);
  }

  public static void main(String[] args) throws Exception {
    new HandleArray().run();
  }
}
