package prim;

/** {@link AtomicBalance} that withdraws only from the balance that it has looked at. */
public final class AtomicBalanceOk extends AtomicBalance {

  @Override
  void withdraw(int amount) {
    int seen = balance.get();
    while (seen >= amount && !balance.compareAndSet(seen, seen - amount)) {
      seen = balance.get();
    }
  }

  public static void main(String[] args) throws Exception {
    new AtomicBalanceOk().run();
  }
}
