/** Who is told of an exception that nobody catches. */
final class Handlers {
  private Handlers() {}

  private static final class Group extends ThreadGroup {
    private final Conformance conformance;

    Group(Conformance conformance) {
      super("telling");
      this.conformance = conformance;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
      conformance.note("the group is told of", thread.getName() + " " + error);
    }
  }

  private static Thread failing(ThreadGroup group, String name) {
    return new Thread(
        group,
        () -> {
          throw new IllegalStateException("of " + name);
        },
        name);
  }

  private static void run(Thread thread) throws InterruptedException {
    thread.start();
    thread.join();
  }

  static void observe(Conformance c) throws Throwable {
    Thread own = failing(null, "own handler");
    own.setUncaughtExceptionHandler((t, e) -> c.note("its handler is told", t.getName() + " " + e));
    run(own);
    c.note("handler of an ended thread", own.getUncaughtExceptionHandler());
    run(failing(new Group(c), "grouped"));
    Thread.setDefaultUncaughtExceptionHandler(
        (t, e) -> c.note("the default handler is told", t.getName() + " " + e));
    run(failing(null, "default"));
    run(failing(new Group(c), "grouped again"));
    Thread broken = failing(null, "broken handler");
    broken.setUncaughtExceptionHandler(
        (t, e) -> {
          c.note("a handler that throws", e.getMessage());
          throw new IllegalStateException("thrown by the handler");
        });
    run(broken);
    c.note("state afterwards", broken.getState());
    Thread alive = failing(null, "alive in its handler");
    alive.setUncaughtExceptionHandler(
        (t, e) -> c.note("alive in its handler", t.isAlive() && t == Thread.currentThread()));
    run(alive);
    Thread.setDefaultUncaughtExceptionHandler(null);
  }
}
