package prim;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link InheritedShared} in which each child gets a copy. */
public final class InheritedSharedOk extends InheritedShared {

  @Override
  AtomicInteger inherit(AtomicInteger parentValue) {
    return new AtomicInteger(parentValue.get());
  }

  public static void main(String[] args) throws Exception {
    new InheritedSharedOk().run();
  }
}
