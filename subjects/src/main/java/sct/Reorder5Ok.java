package sct;

/** {@link Reorder5} with both writes in one critical section. */
public final class Reorder5Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(5);
  }
}
