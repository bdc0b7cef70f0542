package sct;

/** {@link CircularBuffer} in which each side waits for its turn instead of skipping it. */
public final class CircularBufferOk extends CircularBuffer {

  @Override
  synchronized void send(int round) throws InterruptedException {
    while (!maySend) {
      wait();
    }
    super.send(round);
    notifyAll();
  }

  @Override
  synchronized void receive(int round) throws InterruptedException {
    while (!mayReceive) {
      wait();
    }
    super.receive(round);
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    new CircularBufferOk().run();
  }
}
