package prim;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * {@link Counting} in a direct byte buffer, seen as integers through a {@link VarHandle}, in two
 * steps. (Only a direct buffer has all access modes on every JDK.)
 */
public class HandleBuffer extends Counting {
  static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  final ByteBuffer buffer = ByteBuffer.allocateDirect(Integer.BYTES);

  @Override
  void count() {
    int seen = (int) INT.getVolatile(buffer, 0);
    INT.setVolatile(buffer, 0, seen + 1);
  }

  @Override
  final int result() {
    return (int) INT.getVolatile(buffer, 0);
  }

  public static void main(String[] args) throws Exception {
    new HandleBuffer().run();
  }
}
