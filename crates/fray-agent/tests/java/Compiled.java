import java.util.Random;

/** Monitors in every form, often enough to be compiled. */
public class Compiled {
  private int count;
  private static int all;

  private synchronized void method() {
    count++;
  }

  private synchronized int leftByException(int number) {
    if (number % 2 == 0) {
      throw new IllegalStateException();
    }
    return number;
  }

  private int block(int number) {
    synchronized (this) {
      if (number % 3 == 0) {
        return count;
      }
      count--;
    }
    return number;
  }

  private void nested(Object other) {
    synchronized (this) {
      synchronized (other) {
        count++;
      }
      all++;
    }
  }

  public static void main(String[] args) {
    Compiled it = new Compiled();
    Random random = new Random();
    Object other = new Object();
    for (int i = 0; i < 20_000; i++) {
      it.method();
      try {
        it.leftByException(i);
      } catch (IllegalStateException expected) {
        it.count++;
      }
      it.block(i);
      it.nested(other);
      random.setSeed(i); // a synchronized method of the JDK
    }
  }
}
