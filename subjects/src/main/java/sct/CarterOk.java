package sct;

/** {@link Carter} that takes {@code inner} before {@code counters} and keeps only the former. */
public final class CarterOk extends Carter {

  @Override
  void enter(int kind) {
    inner.lock();
    counters.lock();
    users[kind]++;
    counters.unlock();
  }

  @Override
  void leave(int kind) {
    counters.lock();
    users[kind]--;
    counters.unlock();
    inner.unlock();
  }

  public static void main(String[] args) throws Exception {
    new CarterOk().run();
  }
}
