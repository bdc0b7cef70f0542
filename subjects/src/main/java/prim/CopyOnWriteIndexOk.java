package prim;

/** {@link CopyOnWriteIndex} with an iterator, which has a copy of its own. */
public final class CopyOnWriteIndexOk extends CopyOnWriteIndex {

  @Override
  void readAll() {
    for (String element : list) {
      element.length();
    }
  }

  public static void main(String[] args) throws Exception {
    new CopyOnWriteIndexOk().run();
  }
}
