package sct;

/** {@link ReorderProgram} with 3 setters: the checker runs between the two first writes. */
public final class Reorder4 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(4);
  }
}
