package p;

/** As in the part of a jar that is for new JDKs. */
public class Version {
  public static String get() {
    return "17";
  }
}
