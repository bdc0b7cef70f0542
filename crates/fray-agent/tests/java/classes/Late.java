import java.util.concurrent.atomic.AtomicInteger;

/** Loads a class whose static state cannot be put back, only if one thread overtakes another. */
public class Late {
  private static class State {
    private static int uses = Integer.parseInt("0");
  }

  public static void main(String[] args) throws InterruptedException {
    AtomicInteger order = new AtomicInteger();
    Thread thread = new Thread(() -> order.compareAndSet(0, 1));
    thread.start();
    boolean first = order.compareAndSet(0, 2);
    thread.join();
    if (first) {
      assert State.uses++ == 0 : "used " + State.uses + " times";
    }
  }
}
