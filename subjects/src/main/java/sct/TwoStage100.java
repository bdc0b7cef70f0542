package sct;

/** {@link TwoStageProgram} with 99 writers: the reader runs between the two stages. */
public final class TwoStage100 {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram().run(100);
  }
}
