package prim;

/** {@link ThreadStartTwice} in which looking and starting are one critical section. */
public final class ThreadStartTwiceOk extends ThreadStartTwice {

  @Override
  synchronized void startWorker() {
    super.startWorker();
  }

  public static void main(String[] args) throws Exception {
    new ThreadStartTwiceOk().run();
  }
}
