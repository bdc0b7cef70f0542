package prim;

/**
 * {@link RacyPublication} through a volatile field, which also orders the accesses to the content.
 */
public final class RacyPublicationOk extends RacyPublication {
  private volatile Box box;

  @Override
  void publish(Box newBox) {
    box = newBox;
  }

  @Override
  Box published() {
    return box;
  }

  public static void main(String[] args) throws Exception {
    new RacyPublicationOk().run();
  }
}
