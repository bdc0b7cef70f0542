package sct;

/** {@link ReorderProgram} with 49 setters: the checker runs between the two first writes. */
public final class Reorder50 {

  public static void main(String[] args) throws Exception {
    new ReorderProgram().run(50);
  }
}
