package sct;

/** {@link TwoStage20} with the first lock kept over both stages. */
public final class TwoStage20Ok {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram.Nested().run(20);
  }
}
