/** Two transfers in opposite directions: each locks its own account first. */
public class Transfer {
  private static final Object LEFT = new Object();
  private static final Object RIGHT = new Object();
  private static int moved;

  private static void move(Object from, Object to) {
    synchronized (from) {
      synchronized (to) {
        moved++;
      }
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread there = new Thread(() -> move(LEFT, RIGHT), "there");
    Thread back = new Thread(() -> move(RIGHT, LEFT), "back");
    there.start();
    back.start();
    there.join();
    back.join();
  }
}
