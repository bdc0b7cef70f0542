import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * What a program sees as random decides which element it touches next, so that any difference
 * between two executions of one seed shows as a step that differs.
 */
public class Drawn {
  private static final AtomicIntegerArray touched = new AtomicIntegerArray(64);

  private static void touch(int value) {
    touched.incrementAndGet(value & 63);
  }

  private static void draw() {
    touch(new Object().hashCode());
    touch(new Random().nextInt());
    touch(ThreadLocalRandom.current().nextInt());
    touch((int) (64 * Math.random()));
    List<Integer> cards = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
    Collections.shuffle(cards);
    touch(cards.get(0));
    touch((int) Thread.currentThread().getId());
    touch((int) System.nanoTime());
    // Classes and constants of the JDK outlive an execution, with the hash codes that they have.
    touch(TimeUnit.class.hashCode());
    touch(Drawn.class.hashCode());
    // An object that was at a switch point before it is first asked for its hash code.
    AtomicIntegerArray other = new AtomicIntegerArray(1);
    other.set(0, 1);
    touch(other.hashCode());
    // Links what the first execution alone has to link, which draws hash codes, too.
    Runnable lambda = () -> touch(new Object().hashCode());
    lambda.run();
    java.util.logging.Logger.getLogger("fray.drawn").isLoggable(java.util.logging.Level.FINE);
    touch(new Object().hashCode());
    touch(ThreadLocalRandom.current().nextInt());
  }

  public static void main(String[] args) throws Exception {
    // Threads are kept on one core, which is no affair of the program.
    assert Runtime.getRuntime().availableProcessors() > 1;
    Thread first = new Thread(Drawn::draw);
    Thread second = new Thread(Drawn::draw);
    first.start();
    second.start();
    draw();
    first.join();
    second.join();
  }
}
