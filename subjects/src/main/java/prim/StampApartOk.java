package prim;

/** {@link StampApart} that reads both in one step. */
public final class StampApartOk extends StampApart {
  @Override
  boolean fits() {
    int[] stamp = new int[1];
    String reference = value.get(stamp);
    return reference.equals(stamp[0] == 0 ? "old" : "new");
  }

  public static void main(String[] args) throws Exception {
    new StampApartOk().run();
  }
}
