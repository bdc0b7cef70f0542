package sct;

/** {@link ReorderProgram} with 99 setters: the checker runs between the two first writes. */
public final class Reorder100 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(100);
  }
}
