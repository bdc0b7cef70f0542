package java.lang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import jdk.internal.misc.Signal;

/**
 * Handlers of signals. The JVM calls them on threads of their own, which are not controlled and may help those that
 * are. A signal may come from anywhere, so nothing tells of it before that thread is there.
 */
public final class FraySignals {
  private FraySignals() {}

  /** Those there are, in the JDK's own table. */
  private static Map<Signal, Signal.Handler> now;

  /** Those of a new JVM, or of a test framework. */
  private static Map<Signal, Signal.Handler> before;

  /** In place of none: what the program has started may send a signal late, which must not end the JVM. */
  private static final class Nothing implements Signal.Handler {
    @Override
    public void handle(Signal signal) {}
  }

  /**
   * On the way out of {@code Signal.handle}, with the handler before, which the JDK calls before anything else is
   * there.
   */
  public static Signal.Handler handled(Signal.Handler old) {
    if (FrayHooks.controlled()) {
      FrayCore.expectHelp(true);
    }
    return old instanceof Nothing ? Signal.Handler.SIG_DFL : old;
  }

  @SuppressWarnings("unchecked")
  private static Map<Signal, Signal.Handler> table() throws ReflectiveOperationException {
    String type = "Ljava/util/Hashtable;";
    return (Map<Signal, Signal.Handler>) FrayStatics.of(Signal.class, "handlers", type).get();
  }

  /** Before the first execution. */
  static void remember() throws ReflectiveOperationException {
    now = table();
    before = new HashMap<>(now);
  }

  /** Before every execution: those that the one before has left are gone. */
  static void restore() {
    for (Signal signal : new ArrayList<>(now.keySet())) {
      if (!before.containsKey(signal) && !(now.get(signal) instanceof Nothing)) {
        Signal.handle(signal, new Nothing());
      }
    }
    for (Map.Entry<Signal, Signal.Handler> entry : before.entrySet()) {
      if (now.get(entry.getKey()) != entry.getValue()) {
        Signal.handle(entry.getKey(), entry.getValue());
      }
    }
  }
}
