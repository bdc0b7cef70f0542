package prim;

/** {@link PrintStreamRecord} with one call for each record. */
public final class PrintStreamRecordOk extends PrintStreamRecord {

  @Override
  void print() {
    out.print("<>");
  }

  public static void main(String[] args) throws Exception {
    new PrintStreamRecordOk().run();
  }
}
