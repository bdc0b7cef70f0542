package sct;

/** {@link TwoStageProgram} with 19 writers: the reader runs between the two stages. */
public final class TwoStage20 {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram().run(20);
  }
}
