package prim;

import static support.Threads.check;

import java.util.concurrent.Phaser;
import support.Threads;

/**
 * A worker registers with the phaser itself, when it runs. When that is late, the phase has
 * advanced without it, and its result is missing.
 */
public class PhaserLate {
  final Phaser phaser = new Phaser(1);
  private volatile boolean done;

  void beforeStart() {}

  void inWorker() {
    phaser.register();
  }

  private void work() {
    inWorker();
    done = true;
    phaser.arriveAndDeregister();
  }

  final void run() throws InterruptedException {
    beforeStart();
    Thread worker = Threads.start(this::work);
    phaser.arriveAndAwaitAdvance();
    check(done, "the phase ended without the worker");
    worker.join();
  }

  public static void main(String[] args) throws Exception {
    new PhaserLate().run();
  }
}
