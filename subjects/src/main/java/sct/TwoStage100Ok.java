package sct;

/** {@link TwoStage100} with the first lock kept over both stages. */
public final class TwoStage100Ok {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram.Nested().run(100);
  }
}
