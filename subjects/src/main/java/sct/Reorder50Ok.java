package sct;

/** {@link Reorder50} with both writes in one critical section. */
public final class Reorder50Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(50);
  }
}
