package jacontebe;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link JdkPutIfAbsent} that counts in the counter that is in the map. */
public final class JdkPutIfAbsentOk extends JdkPutIfAbsent {

  @Override
  AtomicInteger counter() {
    AtomicInteger counter = new AtomicInteger();
    AtomicInteger present = counters.putIfAbsent("key", counter);
    return present != null ? present : counter;
  }

  public static void main(String[] args) throws Exception {
    new JdkPutIfAbsentOk().run();
  }
}
