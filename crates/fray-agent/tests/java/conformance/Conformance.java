import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes what a JVM does where the specification leaves no choice. Without arguments the notes are
 * printed; with the name of a file they must be equal to what is in it.
 */
public final class Conformance {
  private final List<String> notes = new ArrayList<>();
  private String topic = "";

  /** Something that may throw. */
  interface Body {
    void run() throws Throwable;
  }

  synchronized void note(String what, Object value) {
    notes.add(topic + ": " + what + " = " + value);
  }

  /** Notes what the body throws, and where. */
  void thrown(String what, Body body) {
    Throwable error = null;
    try {
      body.run();
    } catch (Throwable thrown) {
      error = thrown;
    }
    note(what, error);
  }

  /** As {@link #thrown}, with the methods nearest to the error. */
  void thrownAt(String what, Body body) {
    try {
      body.run();
      note(what, "nothing");
    } catch (Throwable error) {
      StackTraceElement[] stack = error.getStackTrace();
      String place = "";
      for (int i = 0; i < Math.min(2, stack.length); i++) {
        place += " at " + stack[i].getClassName() + "." + stack[i].getMethodName();
      }
      note(what, error + place);
    }
  }

  /** Runs the body in a thread of its own, to its end. */
  static Thread ran(Body body) throws InterruptedException {
    Thread thread = started(body);
    thread.join();
    return thread;
  }

  static Thread started(Body body) {
    Thread thread = made(body);
    thread.start();
    return thread;
  }

  static Thread made(Body body) {
    return new Thread(
        () -> {
          try {
            body.run();
          } catch (Throwable error) {
            throw new AssertionError(error);
          }
        });
  }

  /** Waits until the thread is in this state. */
  static void await(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.yield();
    }
  }

  private void all() throws Throwable {
    topic = "monitors";
    Monitors.observe(this);
    topic = "interrupts";
    Interrupts.observe(this);
    topic = "threads";
    Threads.observe(this);
    topic = "handlers";
    Handlers.observe(this);
    topic = "locals";
    Locals.observe(this);
    topic = "stacks";
    Stacks.observe(this);
    topic = "pools";
    Pools.observe(this);
    topic = "timers";
    Timers.observe(this);
  }

  public static void main(String[] args) throws Throwable {
    Conformance conformance = new Conformance();
    conformance.all();
    if (args.length == 0) {
      conformance.notes.forEach(System.out::println);
      return;
    }
    List<String> expected = Files.readAllLines(Path.of(args[0]));
    for (int i = 0; i < expected.size(); i++) {
      String note = i < conformance.notes.size() ? conformance.notes.get(i) : "nothing";
      if (!note.equals(expected.get(i))) {
        throw new AssertionError("expected " + expected.get(i) + ", but " + note);
      }
    }
    if (conformance.notes.size() != expected.size()) {
      throw new AssertionError("too many notes");
    }
  }
}
