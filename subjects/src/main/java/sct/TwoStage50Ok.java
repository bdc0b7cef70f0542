package sct;

/** {@link TwoStage50} with the first lock kept over both stages. */
public final class TwoStage50Ok {

  public static void main(String[] args) throws Exception {
    new TwoStageProgram.Nested().run(50);
  }
}
