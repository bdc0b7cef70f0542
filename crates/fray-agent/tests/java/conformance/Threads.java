import java.util.concurrent.locks.LockSupport;

/** Threads: their lives, states, names and groups. */
final class Threads {
  private Threads() {}

  static void observe(Conformance c) throws Throwable {
    lives(c);
    states(c);
    inheritance(c);
    groups(c);
    c.thrown("join with a negative time", () -> Thread.currentThread().join(-1));
    c.thrown("sleep with a negative time", () -> Thread.sleep(-1));
    c.thrown("sleep with too many nanoseconds", () -> Thread.sleep(1, 1_000_000));
    c.thrown("an unknown priority", () -> Thread.currentThread().setPriority(11));
    c.thrown("no name", () -> Thread.currentThread().setName(null));
    c.thrown("unpark of nobody", () -> LockSupport.unpark(null));
  }

  private static void lives(Conformance c) throws Throwable {
    Thread thread = Conformance.made(() -> {});
    c.note("state of a new thread", thread.getState());
    c.note("a new thread is alive", thread.isAlive());
    thread.join();
    thread.start();
    thread.join();
    c.note("state of an ended thread", thread.getState());
    c.note("an ended thread is alive", thread.isAlive());
    c.note("stack of an ended thread", thread.getStackTrace().length);
    thread.join(1);
    thread.join(0, 1);
    c.thrown("start again", thread::start);
    c.note("run called directly", runDirectly());
    Thread twice = Conformance.made(() -> {});
    twice.start();
    c.thrown("start twice", twice::start);
    twice.join();
  }

  private static String runDirectly() {
    String[] name = new String[1];
    new Thread(() -> name[0] = Thread.currentThread().getName()).run();
    return name[0];
  }

  private static void states(Conformance c) throws Throwable {
    c.note("state of the running thread", Thread.currentThread().getState());
    Object lock = new Object();
    Thread blocked =
        Conformance.made(
            () -> {
              synchronized (lock) {
                lock.hashCode();
              }
            });
    synchronized (lock) {
      blocked.start();
      Conformance.await(blocked, Thread.State.BLOCKED);
      c.note("a blocked thread is alive", blocked.isAlive());
      c.thrown("setDaemon after the start", () -> blocked.setDaemon(true));
    }
    blocked.join();
    boolean[] go = new boolean[1];
    Thread waiting =
        Conformance.started(
            () -> {
              synchronized (lock) {
                while (!go[0]) {
                  lock.wait();
                }
              }
            });
    Conformance.await(waiting, Thread.State.WAITING);
    synchronized (lock) {
      go[0] = true;
      lock.notify();
      c.note("state after a notification", waiting.getState());
    }
    waiting.join();
    Thread joining = Thread.currentThread();
    Thread looker =
        Conformance.started(
            () -> {
              Conformance.await(joining, Thread.State.WAITING);
              c.note("a joining thread is alive", joining.isAlive());
            });
    looker.join();
  }

  private static void inheritance(Conformance c) throws Throwable {
    Thread parent =
        Conformance.made(
            () -> {
              Thread child = new Thread(() -> {});
              c.note("daemon of a daemon", child.isDaemon());
              c.note("priority of a child", child.getPriority());
              c.note("handler of a child", child.getUncaughtExceptionHandler().getClass());
              boolean same =
                  child.getContextClassLoader() == Thread.currentThread().getContextClassLoader();
              c.note("loader of a child", same);
            });
    parent.setDaemon(true);
    parent.setPriority(3);
    parent.start();
    parent.join();
    Thread named = new Thread(null, () -> {}, "named");
    c.note("name", named.getName());
    c.note("to string", named.toString().replaceAll("#[0-9]+", "#"));
    c.note("default names", new Thread().getName().startsWith("Thread-"));
    c.note("ids", named.getId() > 0 && named.getId() != Thread.currentThread().getId());
    c.note("main thread", Thread.currentThread().getName());
    c.note("main is a daemon", Thread.currentThread().isDaemon());
    c.note("main priority", Thread.currentThread().getPriority());
    c.note("main group", Thread.currentThread().getThreadGroup().getName());
  }

  private static void groups(Conformance c) throws Throwable {
    ThreadGroup group = new ThreadGroup("group");
    group.setMaxPriority(4);
    c.note("parent of a group", group.getParent().getName());
    Thread[] inside = new Thread[2];
    for (int i = 0; i < inside.length; i++) {
      inside[i] = new Thread(group, LockSupport::park, "inside " + i);
      inside[i].setPriority(9);
      c.note("priority in a group", inside[i].getPriority());
    }
    c.note("active before the start", group.activeCount());
    for (Thread thread : inside) {
      thread.setUncaughtExceptionHandler((t, e) -> {});
      thread.start();
    }
    Thread[] listed = new Thread[3];
    group.interrupt();
    for (Thread thread : inside) {
      thread.join();
    }
    c.note("active after the end", group.activeCount());
    c.note("listed after the end", group.enumerate(listed));
    c.note("group of an ended thread", inside[0].getThreadGroup());
  }
}
