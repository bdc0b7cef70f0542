package example;

/** Counts what it does, and keeps a journal of it. */
public class Clerk {
  private final Counter counter;
  private final Journal journal;

  public Clerk(Counter counter, Journal journal) {
    this.counter = counter;
    this.journal = journal;
  }

  public void work() {
    counter.increment();
    journal.write("worked");
  }
}
