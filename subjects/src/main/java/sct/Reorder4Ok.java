package sct;

/** {@link Reorder4} with both writes in one critical section. */
public final class Reorder4Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(4);
  }
}
