package p;

/** As in a jar for old JDKs. */
public class Version {
  public static String get() {
    return "base";
  }
}
