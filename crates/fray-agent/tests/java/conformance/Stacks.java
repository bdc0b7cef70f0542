import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stacks: what is on them, who is listed, and how deep they go. */
final class Stacks {
  private Stacks() {}

  static void observe(Conformance c) throws Throwable {
    frames(c);
    others(c);
    lists(c);
    overflows(c);
  }

  /** The program's part of a stack, with its very first frame whatever it is. */
  private static String own(StackTraceElement[] stack) {
    return ownOnly(stack) + ", first " + stack[stack.length - 1].getMethodName();
  }

  private static String ownOnly(StackTraceElement[] stack) {
    Stream<String> all =
        Arrays.stream(stack).map(frame -> frame.getClassName() + "." + frame.getMethodName());
    String[] names = all.toArray(String[]::new);
    String own =
        Arrays.stream(names)
            .filter(name -> name.startsWith("Stacks.") || name.startsWith("Conformance."))
            .collect(Collectors.joining(" "));
    boolean foreign = Arrays.stream(names).anyMatch(Stacks::isForeign);
    return own + (foreign ? ", foreign: " + Arrays.toString(names) : "");
  }

  private static boolean isForeign(String name) {
    return name.contains("Fray") || name.contains("Continuation");
  }

  private static void frames(Conformance c) throws Throwable {
    // In main that is the JDK's launcher, under the tool a thread like any other.
    c.note("of an exception in main", ownOnly(new Throwable().getStackTrace()));
    c.note("of main", ownOnly(Thread.currentThread().getStackTrace()));
    Conformance.ran(
        () -> {
          c.note("of an exception in a thread", own(new Throwable().getStackTrace()));
          c.note("of an exception that was sent", own(sent(new Throwable()).getStackTrace()));
          c.note("of a thread itself", own(Thread.currentThread().getStackTrace()));
          c.note("walked in a thread", walked());
          Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
          c.note("own among all", own(all.get(Thread.currentThread())));
        });
    Thread failing =
        new Thread(
            () -> {
              throw new IllegalStateException("leaves run");
            });
    failing.setUncaughtExceptionHandler(
        (thread, error) -> c.note("of what leaves run", own(error.getStackTrace())));
    failing.start();
    failing.join();
  }

  /** What comes out where an exception went in. */
  private static Throwable sent(Throwable error) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(error);
    }
    byte[] all = bytes.toByteArray();
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(all))) {
      return (Throwable) in.readObject();
    }
  }

  private static String walked() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .collect(Collectors.joining(" ")));
  }

  private static void others(Conformance c) throws Throwable {
    Thread unborn = new Thread(() -> {});
    c.note("of a thread that was not started", unborn.getStackTrace().length);
    Thread parked = Conformance.started(Stacks::parkHere);
    Conformance.await(parked, Thread.State.WAITING);
    c.note("of a parked thread", own(parked.getStackTrace()));
    c.note("parked among all", own(Thread.getAllStackTraces().get(parked)));
    parkedLongEnough = true;
    LockSupport.unpark(parked);
    parked.join();
    c.note("ended among all", Thread.getAllStackTraces().get(parked));
    Object lock = new Object();
    Thread blocked = Conformance.made(() -> lockHere(lock));
    synchronized (lock) {
      blocked.start();
      Conformance.await(blocked, Thread.State.BLOCKED);
      c.note("of a blocked thread", own(blocked.getStackTrace()));
    }
    blocked.join();
  }

  private static volatile boolean parkedLongEnough;

  private static void parkHere() {
    while (!parkedLongEnough) {
      LockSupport.park(Stacks.class);
    }
  }

  private static boolean turned;

  private static void lockHere(Object lock) {
    synchronized (lock) {
      turned = !turned;
    }
  }

  private static void lists(Conformance c) throws Throwable {
    int before = Thread.activeCount();
    c.note("active in the beginning", before);
    ThreadGroup group = new ThreadGroup("listed");
    boolean[] done = new boolean[1];
    Thread[] inside = new Thread[3];
    for (int i = 0; i < inside.length; i++) {
      Runnable body =
          () -> {
            synchronized (done) {
              while (!done[0]) {
                uninterrupted(done);
              }
            }
          };
      inside[i] = new Thread(group, body, "listed " + i);
      inside[i].setDaemon(i == 1);
      inside[i].start();
    }
    Conformance.ran(() -> c.note("active beside a group", Thread.activeCount() - before));
    Thread inner = new Thread(group, () -> c.note("active in the group", Thread.activeCount()));
    inner.start();
    inner.join();
    c.note("active in a group", group.activeCount());
    Thread[] listed = new Thread[9];
    int count = group.enumerate(listed);
    c.note("listed", names(Arrays.copyOf(listed, count)));
    Thread[] all = new Thread[99];
    count = Thread.enumerate(all);
    c.note("enumerated", names(Arrays.copyOf(all, count)));
    c.note("among all", Thread.getAllStackTraces().keySet().containsAll(Arrays.asList(inside)));
    synchronized (done) {
      done[0] = true;
      done.notifyAll();
    }
    for (Thread thread : inside) {
      thread.join();
    }
    c.note("active in the end", group.activeCount() + " " + (Thread.activeCount() - before));
  }

  private static void uninterrupted(Object lock) {
    try {
      lock.wait();
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static String names(Thread[] threads) {
    Stream<String> names = Arrays.stream(threads).map(Thread::getName).distinct().sorted();
    return names.collect(Collectors.joining(", "));
  }

  private static int deepest;

  private static int sink(int depth) {
    deepest = depth;
    return sink(depth + 1) + 1;
  }

  /** An overflow is one thread's own affair. */
  private static void overflows(Conformance c) throws Throwable {
    Conformance.ran(
        () -> {
          Throwable overflow = null;
          try {
            sink(0);
          } catch (StackOverflowError error) {
            overflow = error;
          }
          c.note("too deep", overflow.getClass() + " " + (deepest > 1_000));
          synchronized (c) {
            c.note("goes on afterwards", Thread.holdsLock(c));
          }
        });
    Thread uncaught = new Thread(() -> sink(0));
    uncaught.setUncaughtExceptionHandler((t, e) -> c.note("uncaught overflow", e.getClass()));
    uncaught.start();
    uncaught.join();
    c.note("others after it", Conformance.ran(() -> {}).getState());
  }
}
