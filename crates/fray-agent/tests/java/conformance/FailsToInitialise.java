import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Three threads need a class whose static initialiser fails: what each is told, and in whose name. */
public class FailsToInitialise {
  static class Broken {
    static int value;

    static {
      List<String> none = List.of();
      value = none.get(0).length();
    }
  }

  private static void use(List<String> failed, List<String> told) {
    try {
      Broken.value++;
    } catch (ExceptionInInitializerError error) {
      failed.add(Thread.currentThread().getName() + " " + error.getCause().getClass());
    } catch (NoClassDefFoundError error) {
      Throwable cause = error.getCause();
      told.add(error.getMessage() + ", " + (cause == null ? null : cause.getMessage()));
    }
  }

  public static void main(String[] args) throws InterruptedException {
    List<String> failed = Collections.synchronizedList(new ArrayList<>());
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> use(failed, told), "user " + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failed.size() != 1 || told.size() != 2) {
      throw new AssertionError(failed + " " + told);
    }
    String first = failed.get(0).substring(0, "user 0".length());
    for (String text : told) {
      boolean says = text.startsWith("Could not initialize class FailsToInitialise$Broken, ");
      if (!says || !text.contains("in thread \"" + first + "\"")) {
        throw new AssertionError(failed + " " + told);
      }
    }
  }
}
