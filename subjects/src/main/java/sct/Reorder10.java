package sct;

/** {@link ReorderProgram} with 9 setters: the checker runs between the two first writes. */
public final class Reorder10 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(10);
  }
}
