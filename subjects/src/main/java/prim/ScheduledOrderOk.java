package prim;

import java.util.concurrent.ExecutionException;

/** {@link ScheduledOrder} that schedules the second task when the first has ended. */
public final class ScheduledOrderOk extends ScheduledOrder {

  @Override
  void runTasks() throws InterruptedException, ExecutionException {
    scheduleFirst().get();
    scheduleSecond().get();
  }

  public static void main(String[] args) throws Exception {
    new ScheduledOrderOk().run();
  }
}
