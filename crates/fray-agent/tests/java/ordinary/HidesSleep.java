/** A class of threads has a method of its own with the name and the parameters of a static one of Thread. */
public class HidesSleep extends Thread {
  private int naps;

  private static int slept;

  public static void sleep(long millis) {
    slept++;
  }

  @Override
  public void run() {
    sleep(1);
    HidesSleep.sleep(2);
    naps = slept;
  }

  public static void main(String[] args) throws InterruptedException {
    HidesSleep thread = new HidesSleep();
    thread.start();
    thread.join();
    assert thread.naps == 2 : "its own sleep was called " + thread.naps + " times";
  }
}
