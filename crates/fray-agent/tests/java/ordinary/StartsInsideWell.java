import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Static initialisers that start threads, which need nothing that is not there, while others wait for the classes. */
public final class StartsInsideWell {
  private StartsInsideWell() {}

  private static final class Work implements Runnable {
    private final CountDownLatch done;

    Work(CountDownLatch done) {
      this.done = done;
    }

    @Override
    public void run() {
      done.countDown();
    }

    static int square(int i) {
      return i * i;
    }
  }

  private static final class Service {
    static final int SIZE;

    static {
      CountDownLatch done = new CountDownLatch(2);
      new Thread(new Work(done)).start();
      new Thread(new Work(done)).start();
      try {
        done.await();
      } catch (InterruptedException impossible) {
        throw new AssertionError(impossible);
      }
      SIZE = Inner.SUM;
    }
  }

  /** Initialised while the class above is. */
  private static final class Inner {
    static final int SUM = IntStream.range(0, 8).parallel().map(Work::square).sum();
  }

  private static void look() {
    if (Service.SIZE != 140) {
      throw new AssertionError("not initialised");
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(StartsInsideWell::look);
    other.start();
    look();
    other.join();
  }
}
