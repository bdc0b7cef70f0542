package sct;

/** {@link Reorder100} with both writes in one critical section. */
public final class Reorder100Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(100);
  }
}
