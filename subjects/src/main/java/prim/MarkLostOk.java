package prim;

/** {@link MarkLost} that replaces only what it has read, and tries again otherwise. */
public final class MarkLostOk extends MarkLost {
  @Override
  void replace() {
    boolean[] mark = new boolean[1];
    String seen;
    do {
      seen = value.get(mark);
    } while (!value.compareAndSet(seen, "new", mark[0], mark[0]));
  }

  public static void main(String[] args) throws Exception {
    new MarkLostOk().run();
  }
}
