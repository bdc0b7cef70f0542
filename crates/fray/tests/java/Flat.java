import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small program with static state, a pool and lambdas. In the executions whose numbers it is given it
 * writes down what the JVM uses: heap and metaspace after a collection, in bytes, and all in
 * kilobytes. With {@code -Dshared=true} all executions share its classes, and so its static state.
 */
public class Flat {
  private static final byte[] STATE = new byte[10_000];
  private static final boolean SHARED = Boolean.getBoolean("shared");
  private static int runs;

  public static void main(String[] args) throws Exception {
    runs++;
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CompletableFuture<Integer> sum =
        CompletableFuture.supplyAsync(() -> STATE.length, pool).thenApply(size -> size + runs);
    if (sum.get() != STATE.length + (SHARED ? runs : 1)) {
      throw new IllegalStateException("classes of an earlier execution");
    }
    pool.shutdown();
    long number = SHARED ? runs : number(Path.of(args[0]));
    for (int i = 1; i < args.length; i++) {
      if (number == Long.parseLong(args[i])) {
        measure(number);
      }
    }
  }

  /** How many executions there were so far: one byte each. */
  private static long number(Path counter) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(counter.toFile(), "rw")) {
      file.seek(file.length());
      file.write(1);
      return file.length();
    }
  }

  private static void measure(long number) throws Exception {
    long metaspace = 0;
    for (int i = 0; i < 3; i++) {
      System.gc(); // what is unloaded is freed by the next one
    }
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().equals("Metaspace")) {
        metaspace = pool.getUsage().getUsed();
      }
    }
    Runtime runtime = Runtime.getRuntime();
    long heap = runtime.totalMemory() - runtime.freeMemory();
    String resident = "";
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        resident = line.replaceAll("[^0-9]", "");
      }
    }
    String line = number + " " + heap + " " + metaspace + " " + resident + "\n";
    Files.writeString(
        Path.of("measured"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
