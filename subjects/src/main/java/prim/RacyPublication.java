package prim;

import static support.Threads.check;

import support.Threads;

/**
 * Publishes an object through a plain field: nothing orders the writing of its content before the
 * reading. The check holds in every schedule; the race is the bug.
 */
public class RacyPublication {

  /** Mutable content, which is not protected by being final. */
  static final class Box {
    int content;

    Box(int content) {
      this.content = content;
    }
  }

  private Box box;

  void publish(Box newBox) {
    box = newBox;
  }

  Box published() {
    return box;
  }

  private void read() {
    Box seen = published();
    check(seen == null || seen.content == 1, "the content is not there yet");
  }

  final void run() throws InterruptedException {
    Threads.runAll(() -> publish(new Box(1)), this::read);
  }

  public static void main(String[] args) throws Exception {
    new RacyPublication().run();
  }
}
