package prim;

import java.util.concurrent.atomic.AtomicStampedReference;

/** {@link AbaStack} with a stamp that tells a top that has come back from one that never left. */
public final class AbaStackOk extends AbaStack {
  private final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);

  @Override
  void link(Node node) {
    int[] stamp = new int[1];
    do {
      node.next = top.get(stamp);
    } while (!top.compareAndSet(node.next, node, stamp[0], stamp[0] + 1));
  }

  @Override
  Node unlink() {
    int[] stamp = new int[1];
    while (true) {
      Node node = top.get(stamp);
      if (node == null || top.compareAndSet(node, node.next, stamp[0], stamp[0] + 1)) {
        return node;
      }
    }
  }

  public static void main(String[] args) throws Exception {
    new AbaStackOk().run();
  }
}
