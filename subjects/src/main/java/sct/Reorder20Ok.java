package sct;

/** {@link Reorder20} with both writes in one critical section. */
public final class Reorder20Ok {

  public static void main(String[] args) throws Exception {
    new ReorderProgram.Locked().run(20);
  }
}
