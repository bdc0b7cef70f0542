package sct;

/** {@link ReorderProgram} with 19 setters: the checker runs between the two first writes. */
public final class Reorder20 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(20);
  }
}
