package sct;

/** {@link Reorder3} with both writes in one critical section. */
public final class Reorder3Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(3);
  }
}
