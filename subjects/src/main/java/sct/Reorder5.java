package sct;

/** {@link ReorderProgram} with 4 setters: the checker runs between the two first writes. */
public final class Reorder5 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(5);
  }
}
