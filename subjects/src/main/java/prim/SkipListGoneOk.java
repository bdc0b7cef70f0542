package prim;

import support.Threads;

/** {@link SkipListGone} that asks once, for the value. */
public final class SkipListGoneOk extends SkipListGone {

  @Override
  void read() {
    String value = map.get(1);
    if (value != null) {
      Threads.check(value.equals("one"), "the value is the one that was put");
    }
  }

  public static void main(String[] args) throws Exception {
    new SkipListGoneOk().run();
  }
}
