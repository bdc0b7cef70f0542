package prim;

/** {@link LatchTooSmall} with a count for each worker. */
public final class LatchTooSmallOk extends LatchTooSmall {

  private LatchTooSmallOk() {
    super(2);
  }

  public static void main(String[] args) throws Exception {
    new LatchTooSmallOk().run();
  }
}
