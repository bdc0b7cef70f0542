package sct;

/** {@link ReorderProgram} with 2 setters: the checker runs between the two first writes. */
public final class Reorder3 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(3);
  }
}
