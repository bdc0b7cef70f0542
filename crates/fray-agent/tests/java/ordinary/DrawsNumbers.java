import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Draws from all generators of this JDK, each with a seed that it finds itself, and acts on it. */
public class DrawsNumbers {
  private static final int MOST = 50;

  public static void main(String[] args) {
    AtomicInteger steps = new AtomicInteger();
    RandomGeneratorFactory.all()
        .filter(factory -> !factory.name().equals("SecureRandom"))
        .map(RandomGeneratorFactory::name)
        .sorted()
        .forEach(
            name -> {
              int count = RandomGenerator.of(name).nextInt(MOST);
              for (int i = 0; i < count; i++) {
                steps.incrementAndGet();
              }
            });
    Thread thread = new Thread(steps::incrementAndGet);
    thread.start();
  }
}
