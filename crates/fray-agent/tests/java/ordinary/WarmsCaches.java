import java.beans.Introspector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.file.spi.FileSystemProvider;
import java.security.MessageDigest;
import java.text.BreakIterator;
import javax.xml.parsers.DocumentBuilderFactory;

/** What the JDK remembers from one execution to the next is no part of the schedule. */
public class WarmsCaches {
  static class Message implements Serializable {
    int number = 7;
    Object text = "text";
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(WarmsCaches::work);
    other.start();
    work();
    other.join();
  }

  private static void work() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(new Message());
      new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
      MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
      DocumentBuilderFactory.newInstance();
      Introspector.getBeanInfo(Thread.class);
      BreakIterator.getWordInstance();
      FileSystemProvider.installedProviders();
      Charset.availableCharsets();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
