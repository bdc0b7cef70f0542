/** A class that cannot be started. */
public class NoMain {
  private NoMain() {}
}
