package sct;

/** {@link Phase01} with a release for each acquisition. */
public final class Phase01Ok extends Phase01 {

  @Override
  void inner() {
    super.inner();
    lock.unlock();
  }

  public static void main(String[] args) throws Exception {
    new Phase01Ok().run();
  }
}
