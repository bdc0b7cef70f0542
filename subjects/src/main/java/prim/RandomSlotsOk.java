package prim;

/** {@link RandomSlots} that counts in one step. */
public final class RandomSlotsOk extends RandomSlots {
  @Override
  void count(int slot) {
    counts.incrementAndGet(slot);
  }

  public static void main(String[] args) throws Exception {
    new RandomSlotsOk().run();
  }
}
