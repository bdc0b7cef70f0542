package sct;

/** {@link TwoStage} with the first lock kept over both stages. */
public final class TwoStageOk {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram.Nested().run(2);
  }
}
