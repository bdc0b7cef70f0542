package prim;

import static support.Threads.check;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import support.Threads;

/** Takes the end of the time for the end of the phase, and reads what is not there yet. */
public class PhaserTimeout {
  final Phaser phaser = new Phaser(1);
  private volatile boolean done;

  void awaitPhase() throws InterruptedException {
    try {
      phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // It will be over by now.
    }
  }

  private void use() throws InterruptedException {
    awaitPhase();
    check(done, "the phase is not over");
  }

  private void work() {
    done = true;
    phaser.arrive();
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::use, this::work);
  }

  public static void main(String[] args) throws Exception {
    new PhaserTimeout().run();
  }
}
