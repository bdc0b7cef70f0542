package example;

/** Where a {@link Clerk} writes. Final: only Mockito's inline mock maker can make a mock of it. */
public final class Journal {
  public void write(String line) {
    System.out.println(line);
  }
}
