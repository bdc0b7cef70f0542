package sct;

/** {@link Deadlock01} with one order for both threads. */
public final class Deadlock01Ok extends Deadlock01 {

  @Override
  void backward() {
    both(a, b);
  }

  public static void main(String[] args) throws Exception {
    new Deadlock01Ok().run();
  }
}
