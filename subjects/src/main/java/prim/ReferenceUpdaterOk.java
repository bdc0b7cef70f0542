package prim;

/** {@link ReferenceUpdater} that writes only over what it has read, and tries again otherwise. */
public final class ReferenceUpdaterOk extends ReferenceUpdater {
  @Override
  void link() {
    Node seen;
    do {
      seen = HEAD.get(this);
    } while (!HEAD.compareAndSet(this, seen, new Node(seen)));
  }

  public static void main(String[] args) throws Exception {
    new ReferenceUpdaterOk().run();
  }
}
