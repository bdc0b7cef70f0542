package sct;

/** {@link ArithmeticProg} with the right formula for the sum. */
public final class ArithmeticProgOk extends ArithmeticProg {

  @Override
  int expected() {
    return N * (N + 1) / 2;
  }

  public static void main(String[] args) throws Exception {
    new ArithmeticProgOk().run();
  }
}
