package prim;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link PipeDeadlock} in which coming and looking are one step. */
public final class PipeDeadlockOk extends PipeDeadlock {

  @Override
  boolean speaksFirst(AtomicInteger come) {
    return come.incrementAndGet() == 1;
  }

  public static void main(String[] args) throws Exception {
    new PipeDeadlockOk().run();
  }
}
