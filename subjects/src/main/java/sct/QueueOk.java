package sct;

/** {@link Queue} in which an index is used up only by an item. */
public final class QueueOk extends Queue {

  @Override
  synchronized void enqueue(int index) throws InterruptedException {
    while (!mayEnqueue) {
      wait();
    }
    super.enqueue(index);
    notifyAll();
  }

  @Override
  synchronized void dequeue(int index) throws InterruptedException {
    while (!mayDequeue) {
      wait();
    }
    super.dequeue(index);
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    new QueueOk().run();
  }
}
