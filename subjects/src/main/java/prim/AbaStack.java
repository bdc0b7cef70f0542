package prim;

import static support.Threads.check;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import support.Threads;

/**
 * A lock-free stack whose nodes are used again. One thread has read the top and its successor; the
 * other pops both and pushes the first again. The top is the same as before, so that the
 * compare-and-set succeeds, and the successor is on the stack although it is in use.
 */
public class AbaStack {

  /** An element that is either on the stack or in use. */
  static final class Node {
    volatile Node next;
    final AtomicBoolean inUse = new AtomicBoolean(true);
  }

  private final AtomicReference<Node> top = new AtomicReference<>();

  void link(Node node) {
    do {
      node.next = top.get();
    } while (!top.compareAndSet(node.next, node));
  }

  Node unlink() {
    while (true) {
      Node node = top.get();
      if (node == null || top.compareAndSet(node, node.next)) {
        return node;
      }
    }
  }

  private void push(Node node) {
    if (node != null) {
      node.inUse.set(false);
      link(node);
    }
  }

  private Node pop() {
    Node node = unlink();
    check(node == null || node.inUse.compareAndSet(false, true), "popped a node that is in use");
    return node;
  }

  private void popTwoPushOne() {
    Node first = pop();
    pop();
    push(first);
  }

  final void run() throws InterruptedException {
    push(new Node());
    push(new Node());
    Threads.runAll(this::pop, this::popTwoPushOne);
    pop();
  }

  public static void main(String[] args) throws Exception {
    new AbaStack().run();
  }
}
