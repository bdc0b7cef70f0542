import java.util.concurrent.locks.ReentrantLock;

/** Two threads that take two locks in opposite order. */
public class Locks {
  private static final ReentrantLock LEFT = new ReentrantLock();
  private static final ReentrantLock RIGHT = new ReentrantLock();

  private static void both(ReentrantLock one, ReentrantLock other) {
    one.lock();
    try {
      other.lock();
      other.unlock();
    } finally {
      one.unlock();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread there = new Thread(() -> both(LEFT, RIGHT), "there");
    Thread back = new Thread(() -> both(RIGHT, LEFT), "back");
    there.start();
    back.start();
    there.join();
    back.join();
  }
}
