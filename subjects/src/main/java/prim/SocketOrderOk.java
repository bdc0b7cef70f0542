package prim;

/** {@link SocketOrder} that takes clients as they come. */
public final class SocketOrderOk extends SocketOrder {

  @Override
  boolean minds() {
    return false;
  }

  public static void main(String[] args) throws Exception {
    new SocketOrderOk().run();
  }
}
