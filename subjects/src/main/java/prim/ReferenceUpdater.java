package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import support.Threads;

/**
 * Links nodes to a head through a field updater, in two steps: a node is lost when both threads
 * read the head before either writes it.
 */
public class ReferenceUpdater {

  /** An element of the list. */
  record Node(Node next) {}

  static final AtomicReferenceFieldUpdater<ReferenceUpdater, Node> HEAD =
      AtomicReferenceFieldUpdater.newUpdater(ReferenceUpdater.class, Node.class, "head");

  volatile Node head;

  void link() {
    HEAD.set(this, new Node(HEAD.get(this)));
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::link, this::link);
    check(head.next() != null, "a node is lost");
  }

  public static void main(String[] args) throws Exception {
    new ReferenceUpdater().run();
  }
}
