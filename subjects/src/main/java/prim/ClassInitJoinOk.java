package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link ClassInitJoin} with a thread that does not need the class that is being initialised. */
public final class ClassInitJoinOk {

  private static final class Holder {
    static final int VALUE;

    static {
      AtomicInteger computed = new AtomicInteger();
      ClassInitJoin.Computation.startAndJoin(computed::incrementAndGet);
      VALUE = computed.get();
    }
  }

  private ClassInitJoinOk() {}

  public static void main(String[] args) throws Exception {
    check(Holder.VALUE == 1, "not initialised");
  }
}
