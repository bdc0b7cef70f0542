import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Has the JVM write down all threads, itself among them. */
public class Dumps {
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempDirectory("dumps").resolve("threads");
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    Thread.currentThread().setName("the one that asks");
    for (ThreadDumpFormat format : ThreadDumpFormat.values()) {
      bean.dumpThreads(file.toString(), format);
      String text = Files.readString(file);
      Files.delete(file);
      if (!text.contains("the one that asks")) {
        throw new AssertionError(text);
      }
    }
    Files.delete(file.getParent());
  }
}
