import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Fails unless the first line of its standard input is a greeting. */
public class Input {
  public static void main(String[] args) throws Exception {
    String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
    if (!"hello".equals(line)) {
      throw new IllegalStateException("read: " + line);
    }
  }
}
