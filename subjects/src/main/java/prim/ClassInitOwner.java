package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Two threads race into a static initialiser. The first one started believes that it is the one
 * that runs it.
 */
public class ClassInitOwner {

  /** Remembers who has initialised it. */
  static final class Holder {
    static final Thread OWNER = Thread.currentThread();

    private Holder() {}
  }

  boolean isExpected(Thread owner, Thread first, Thread second) {
    return owner == first;
  }

  final void run() throws InterruptedException {
    Thread[] seen = new Thread[2];
    Thread first = Threads.start(() -> seen[0] = Holder.OWNER);
    Thread second = Threads.start(() -> seen[1] = Holder.OWNER);
    first.join();
    second.join();
    check(seen[0] == seen[1], "the class was initialised twice");
    check(isExpected(seen[0], first, second), "the other thread has initialised the class");
  }

  public static void main(String[] args) throws Exception {
    new ClassInitOwner().run();
  }
}
