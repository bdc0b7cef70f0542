package sct;

/** {@link Lazy01} with a limit above every sum that can be reached. */
public final class Lazy01Ok extends Lazy01 {

  @Override
  int limit() {
    return 4;
  }

  public static void main(String[] args) throws Exception {
    new Lazy01Ok().run();
  }
}
