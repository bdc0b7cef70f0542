package sct;

/** {@link TwoStageProgram} with one writer: the reader runs between the two stages. */
public final class TwoStage {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram().run(2);
  }
}
