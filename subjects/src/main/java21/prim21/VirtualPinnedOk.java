package prim21;

/** {@link VirtualPinned} with one order for both. */
public final class VirtualPinnedOk extends VirtualPinned {

  @Override
  void lockFirst() {
    monitorFirst();
  }

  public static void main(String[] args) throws Exception {
    new VirtualPinnedOk().run();
  }
}
