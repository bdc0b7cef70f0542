package prim;

import java.util.List;

/** {@link FairLockOrder} that takes any order. */
public final class FairLockOrderOk extends FairLockOrder {

  @Override
  boolean isExpected(List<Integer> order) {
    return order.equals(List.of(1, 2)) || order.equals(List.of(2, 1));
  }

  public static void main(String[] args) throws Exception {
    new FairLockOrderOk().run();
  }
}
