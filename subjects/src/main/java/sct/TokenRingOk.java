package sct;

/** {@link TokenRing} in which each thread waits for its predecessor. */
public final class TokenRingOk extends TokenRing {

  @Override
  synchronized void first() {
    super.first();
    notifyAll();
  }

  @Override
  synchronized void second() throws InterruptedException {
    while (!firstDone) {
      wait();
    }
    super.second();
    notifyAll();
  }

  @Override
  synchronized void third() throws InterruptedException {
    while (!secondDone) {
      wait();
    }
    super.third();
  }

  public static void main(String[] args) throws Exception {
    new TokenRingOk().run();
  }
}
