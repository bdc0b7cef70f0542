package jacontebe;

/** {@link CommonsPoolEvict} that notifies the borrowers of the room that it has made. */
public final class CommonsPoolEvictOk extends CommonsPoolEvict {

  @Override
  void roomMade() {
    notifyAll();
  }

  public static void main(String[] args) throws Exception {
    new CommonsPoolEvictOk().run();
  }
}
