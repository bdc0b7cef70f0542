package sct;

/** {@link Reorder10} with both writes in one critical section. */
public final class Reorder10Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(10);
  }
}
