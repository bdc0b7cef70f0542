package prim;

/** {@link StaticMonitor} with the class's monitor for both. */
public final class StaticMonitorOk extends StaticMonitor {

  @Override
  void countInstance() {
    countStatic();
  }

  public static void main(String[] args) throws Exception {
    new StaticMonitorOk().run();
  }
}
