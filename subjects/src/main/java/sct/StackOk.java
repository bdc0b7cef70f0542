package sct;

/** {@link Stack} that looks at the stack itself before it pops. */
public final class StackOk extends Stack {

  @Override
  boolean mayPop() {
    return top > 0;
  }

  public static void main(String[] args) throws Exception {
    new StackOk().run();
  }
}
