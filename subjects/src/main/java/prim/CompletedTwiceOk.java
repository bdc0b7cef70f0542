package prim;

import static support.Threads.check;

/** {@link CompletedTwice} that asks whether its value was taken. */
public final class CompletedTwiceOk extends CompletedTwice {

  @Override
  void complete(int value) {
    if (future.complete(value)) {
      check(future.join() == value, "the result is the other thread's");
    }
  }

  public static void main(String[] args) throws Exception {
    new CompletedTwiceOk().run();
  }
}
