package prim;

/** {@link PoliteLivelock} in which one of the two is not polite. */
public final class PoliteLivelockOk extends PoliteLivelock {

  @Override
  boolean isPolite(int me) {
    return me == 0;
  }

  public static void main(String[] args) throws Exception {
    new PoliteLivelockOk().run();
  }
}
