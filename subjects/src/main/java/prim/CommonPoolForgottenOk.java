package prim;

import java.util.concurrent.ForkJoinTask;

/** {@link CommonPoolForgotten} that joins the task. */
public final class CommonPoolForgottenOk extends CommonPoolForgotten {

  @Override
  void await(ForkJoinTask<?> task) {
    task.join();
  }

  public static void main(String[] args) throws Exception {
    new CommonPoolForgottenOk().run();
  }
}
