package jacontebe;

/** {@link JdkStringBuffer} under the buffer's own monitor. */
public final class JdkStringBufferOk extends JdkStringBuffer {

  @Override
  void cutLast() {
    synchronized (buffer) {
      super.cutLast();
    }
  }

  public static void main(String[] args) throws Exception {
    new JdkStringBufferOk().run();
  }
}
