package jacontebe;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** {@link GroovyReadMap} that publishes the new table when it is complete. */
public final class GroovyReadMapOk extends GroovyReadMap {

  @Override
  void enlarge(AtomicReferenceArray<String> old, AtomicReferenceArray<String> larger) {
    move(old, larger);
    publish(larger);
  }

  public static void main(String[] args) throws Exception {
    new GroovyReadMapOk().run();
  }
}
