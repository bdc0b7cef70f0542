package sct;

/** {@link TwoStageProgram} with 49 writers: the reader runs between the two stages. */
public final class TwoStage50 {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram().run(50);
  }
}
