package sct;

/** {@link StringBufferAppend} that keeps the source's monitor over both calls. */
public final class StringBufferAppendOk extends StringBufferAppend {

  @Override
  void append() {
    synchronized (source) {
      super.append();
    }
  }

  public static void main(String[] args) throws Exception {
    new StringBufferAppendOk().run();
  }
}
