import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notes what virtual threads do where the specification leaves no choice. Without arguments the
 * notes are printed; with the name of a file they must be equal to what is in it.
 */
public final class Virtual {
  private final List<String> notes = new ArrayList<>();

  private synchronized void note(String what, Object value) {
    notes.add(what + " = " + value);
  }

  /** Something that may throw. */
  interface Body {
    void run() throws Exception;
  }

  private void thrown(String what, Body body) {
    Throwable error = null;
    try {
      body.run();
    } catch (Throwable thrown) {
      error = thrown;
    }
    note(what, error);
  }

  private static void await(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.yield();
    }
  }

  /** The words of the exception are the JDK's own affair. */
  private static void startAgain(Thread thread) {
    try {
      thread.start();
    } catch (IllegalThreadStateException expected) {
      throw new IllegalStateException("started twice");
    }
  }

  private void lives() throws Exception {
    Thread unstarted = Thread.ofVirtual().name("first").unstarted(() -> {});
    note("state of a new one", unstarted.getState() + " " + unstarted.isAlive());
    note("what it is", unstarted.isVirtual() + " " + unstarted.isDaemon());
    note("name", unstarted.getName());
    note("priority", unstarted.getPriority());
    note("group", unstarted.getThreadGroup().getName());
    thrown("no daemon", () -> unstarted.setDaemon(false));
    unstarted.setPriority(9);
    note("priority stays", unstarted.getPriority());
    unstarted.start();
    unstarted.join();
    note("state of an ended one", unstarted.getState() + " " + unstarted.isAlive());
    thrown("start again", () -> startAgain(unstarted));
    note("names by default", "<" + Thread.startVirtualThread(() -> {}).getName() + ">");
    Thread itself =
        Thread.startVirtualThread(
            () -> {
              Thread me = Thread.currentThread();
              note("current", me.isVirtual() + " " + me.isAlive() + " " + me.getState());
              note("id", me.threadId() > 0 && me.threadId() == me.getId());
              note("in a list", Thread.getAllStackTraces().containsKey(me));
            });
    note("joined in time", itself.join(Duration.ofDays(1)));
  }

  private void waits() throws Exception {
    Object lock = new Object();
    Thread blocked =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  synchronized (lock) {
                    note("has the monitor", Thread.holdsLock(lock));
                  }
                });
    synchronized (lock) {
      blocked.start();
      await(blocked, Thread.State.BLOCKED);
      note("blocked", blocked.isAlive());
    }
    blocked.join();
    boolean[] told = new boolean[1];
    Thread waiting =
        Thread.startVirtualThread(
            () -> {
              synchronized (lock) {
                while (!told[0]) {
                  try {
                    lock.wait();
                  } catch (InterruptedException interrupt) {
                    told[0] = true;
                    note("interrupted in wait", Thread.currentThread().isInterrupted());
                  }
                }
              }
            });
    await(waiting, Thread.State.WAITING);
    waiting.interrupt();
    waiting.join();
    ReentrantLock fair = new ReentrantLock(true);
    fair.lock();
    Thread queued = Thread.startVirtualThread(fair::lock);
    await(queued, Thread.State.WAITING);
    note("queued", fair.hasQueuedThread(queued));
    fair.unlock();
    queued.join();
    Thread parks =
        Thread.startVirtualThread(
            () -> {
              Thread.currentThread().interrupt();
              LockSupport.park();
              note("park when interrupted", Thread.interrupted());
              thrown("sleep", () -> Thread.sleep(1));
            });
    parks.join();
  }

  private void locals() throws Exception {
    ThreadLocal<String> plain = ThreadLocal.withInitial(() -> "first");
    InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    plain.set("mine");
    inherited.set("of the parent");
    Runnable look = () -> note("locals", plain.get() + ", " + inherited.get());
    Thread.startVirtualThread(look).join();
    Thread.ofVirtual().inheritInheritableThreadLocals(false).start(look).join();
    Thread nested =
        Thread.startVirtualThread(
            () -> {
              inherited.set("of a virtual one");
              Thread platform = new Thread(look);
              platform.start();
              thrown("join of a platform thread", platform::join);
            });
    nested.join();
  }

  private void handlers() throws Exception {
    Thread failing =
        Thread.ofVirtual()
            .name("failing")
            .uncaughtExceptionHandler((t, e) -> note("told", t.getName() + " " + e.getMessage()))
            .start(
                () -> {
                  throw new IllegalStateException("leaves run");
                });
    failing.join();
    try (ExecutorService each = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> futures = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        futures.add(each.submit(() -> Thread.currentThread().isVirtual()));
      }
      for (Future<Boolean> future : futures) {
        note("task", future.get());
      }
      Future<?> wrong =
          each.submit(
              () -> {
                throw new IllegalArgumentException("of a task");
              });
      thrown("failed task", wrong::get);
    }
    Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
    note("main in a list", all.containsKey(Thread.currentThread()));
  }

  public static void main(String[] args) throws Exception {
    Virtual virtual = new Virtual();
    virtual.lives();
    virtual.waits();
    virtual.locals();
    virtual.handlers();
    if (args.length == 0) {
      virtual.notes.forEach(System.out::println);
      return;
    }
    List<String> expected = Files.readAllLines(Path.of(args[0]));
    if (!virtual.notes.equals(expected)) {
      throw new AssertionError("expected " + expected + ", but " + virtual.notes);
    }
  }
}
