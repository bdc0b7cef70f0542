package sct;

/** {@link Account} with an audit that counts both bookings, in whatever order they came. */
public final class AccountOk extends Account {

  @Override
  int expected(boolean deposited, boolean withdrawn) {
    return START + (deposited ? DEPOSIT : 0) - (withdrawn ? WITHDRAWAL : 0);
  }

  public static void main(String[] args) throws Exception {
    new AccountOk().run();
  }
}
