package jacontebe;

/** {@link DerbyStatement} that executes under the connection's monitor. */
public final class DerbyStatementOk extends DerbyStatement {

  @Override
  void execute() {
    synchronized (connection) {
      super.execute();
    }
  }

  public static void main(String[] args) throws Exception {
    new DerbyStatementOk().run();
  }
}
