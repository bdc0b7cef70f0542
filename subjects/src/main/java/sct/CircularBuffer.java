package sct;

import static support.Threads.check;

import support.Threads;

/**
 * Sender and receiver pass numbers through a ring, with one flag each for "may send" and "may
 * receive". A turn whose flag is off is skipped, yet the loop counts it: as soon as the receiver
 * skips a turn it expects the wrong number.
 */
public class CircularBuffer {
  private static final int ROUNDS = 3;

  private final int[] ring = new int[ROUNDS + 1];
  private int in;
  private int out;
  boolean maySend = true;
  boolean mayReceive;

  synchronized void send(int round) throws InterruptedException {
    if (maySend) {
      ring[in] = round;
      in = (in + 1) % ring.length;
      maySend = false;
      mayReceive = true;
    }
  }

  synchronized void receive(int round) throws InterruptedException {
    if (mayReceive) {
      int value = ring[out];
      out = (out + 1) % ring.length;
      check(value == round, "received a number of another round");
      mayReceive = false;
      maySend = true;
    }
  }

  private void sendAll() throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      send(round);
    }
  }

  private void receiveAll() throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      receive(round);
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::sendAll, this::receiveAll);
  }

  public static void main(String[] args) throws Exception {
    new CircularBuffer().run();
  }
}
