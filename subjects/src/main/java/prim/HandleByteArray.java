package prim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * {@link Counting} in a byte array, seen as integers through a {@link VarHandle}, with plain reads
 * and writes (newer JDKs have no others here): needs switches at plain accesses.
 */
public class HandleByteArray extends Counting {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final byte[] bytes = new byte[Integer.BYTES];

  @Override
  void count() {
    int seen = (int) INT.get(bytes, 0);
    INT.set(bytes, 0, seen + 1);
  }

  @Override
  final int result() {
    return (int) INT.get(bytes, 0);
  }

  public static void main(String[] args) throws Exception {
    new HandleByteArray().run();
  }
}
