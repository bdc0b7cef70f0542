import java.util.function.Consumer;

/** Method references whose receivers are of a class of their own: only an {@code Object} was taken for one. */
public class CapturesReceivers {
  private boolean ready;

  /** As {@link Runnable}, of what waits. */
  interface Wait {
    void run() throws InterruptedException;
  }

  /** A wait with a time. */
  interface TimedWait {
    void run(long millis) throws InterruptedException;
  }

  private synchronized void await() throws InterruptedException {
    Wait wait = this::wait;
    while (!ready) {
      wait.run();
    }
  }

  private synchronized void tell(boolean all) {
    Runnable notify = all ? this::notifyAll : this::notify;
    ready = true;
    notify.run();
  }

  public static void main(String[] args) throws InterruptedException {
    for (boolean all : new boolean[] {true, false}) {
      CapturesReceivers meeting = new CapturesReceivers();
      Thread waiter =
          new Thread(
              () -> {
                try {
                  meeting.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      waiter.start();
      meeting.tell(all);
      Wait join = waiter::join;
      join.run();
    }
    int[] array = new int[1];
    TimedWait wait = array::wait;
    Consumer<CapturesReceivers> unbound = CapturesReceivers::notifyAll;
    Runnable ofText = "text"::notify;
    CapturesReceivers held = new CapturesReceivers();
    synchronized (array) {
      wait.run(1);
    }
    synchronized (held) {
      unbound.accept(held);
    }
    try {
      ofText.run();
      throw new AssertionError("the monitor is not held");
    } catch (IllegalMonitorStateException expected) {
      // As without a reference.
    }
  }
}
