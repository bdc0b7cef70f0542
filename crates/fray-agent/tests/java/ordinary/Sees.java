import java.beans.PropertyChangeSupport;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.LinkedTransferQueue;

/**
 * What main sees of the steps of another thread, in each of several small programs. If it is the second argument that is an error.
 */
public class Sees {
  private interface Look {
    String now() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    String seen = seen(args[0]);
    if (seen.equals(args[1])) {
      throw new AssertionError(args[0] + " " + seen);
    }
  }

  private static String seen(String program) throws Exception {
    switch (program) {
      case "transfers":
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>(List.of(0));
        return beside(() -> queue.add(1), () -> "" + queue.size() + queue.size());
      case "properties":
        Properties properties = new Properties();
        Look both = () -> "" + properties.get("a") + properties.get("a");
        return beside(
            () -> properties.setProperty("a", "b"),
            () -> {
              synchronized (properties) {
                return both.now();
              }
            });
      case "listeners":
        PropertyChangeSupport support = new PropertyChangeSupport("");
        return beside(
            () -> support.addPropertyChangeListener(event -> {}),
            () -> "" + support.getPropertyChangeListeners().length);
      case "normal":
        return normal();
      case "references":
        Object object = new Object();
        ReferenceQueue<Object> ended = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(object, ended);
        String polled = beside(() -> reference.enqueue(), () -> "" + (ended.poll() == reference));
        return object.equals(0) ? "" : polled;
      case "removed":
        Object other = new Object();
        ReferenceQueue<Object> queued = new ReferenceQueue<>();
        WeakReference<Object> last = new WeakReference<>(other, queued);
        String removed = beside(() -> last.enqueue(), () -> "" + (queued.remove(1000) == last));
        return other.equals(0) ? "" : removed;
      case "settings":
        return beside(
            () -> System.setProperty("sees", "b"),
            () -> System.getProperty("sees") + System.getProperty("sees"));
      case "locale":
        Locale.setDefault(Locale.US);
        return beside(() -> Locale.setDefault(Locale.FRANCE), () -> "" + Locale.getDefault());
      default:
        throw new IllegalArgumentException(program);
    }
  }

  /** The second of a pair of numbers is drawn with the first, and kept. Which numbers main gets. */
  private static String normal() throws Exception {
    Random expected = new Random(7);
    double[] numbers = {expected.nextGaussian(), expected.nextGaussian(), expected.nextGaussian()};
    Random random = new Random(7);
    return beside(
        random::nextGaussian,
        () -> {
          String places = "";
          for (int i = 0; i < 2; i++) {
            double number = random.nextGaussian();
            for (int place = 0; place < numbers.length; place++) {
              places += numbers[place] == number ? place : "";
            }
          }
          return places;
        });
  }

  private static String beside(Runnable step, Look look) throws Exception {
    Thread thread = new Thread(step);
    thread.start();
    String seen = look.now();
    thread.join();
    return seen;
  }
}
