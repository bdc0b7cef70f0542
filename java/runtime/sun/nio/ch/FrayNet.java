package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.nio.channels.CompletionHandler;
import java.util.function.Consumer;
import jdk.internal.vm.annotation.Hidden;

/** Stands in for natives that may block: see {@link FrayIo}. */
public final class FrayNet {
  private FrayNet() {}

  @Hidden
  public static int accept(FileDescriptor fd, FileDescriptor connection, InetSocketAddress[] from)
      throws IOException {
    FrayIo.read(fd);
    return Net.accept(fd, connection, from);
  }

  @Hidden
  public static void bind(ProtocolFamily family, FileDescriptor fd, InetAddress address, int port)
      throws IOException {
    Net.bind(family, fd, address, port);
    FrayIo.bound(fd);
  }

  @Hidden
  public static int poll(FileDescriptor fd, int events, long timeout) throws IOException {
    return Net.poll(fd, events, FrayIo.ask(fd, events, timeout));
  }

  @Hidden
  public static boolean pollConnect(FileDescriptor fd, long timeout) throws IOException {
    return Net.pollConnect(fd, FrayIo.askConnected(fd, timeout));
  }

  @Hidden
  public static int wait(int selector, long address, int count, int timeout) throws IOException {
    return EPoll.wait(selector, address, count, FrayIo.askReady(selector, timeout));
  }

  // ---- what the JDK calls is the program's: not quiet, as what is around it

  @Hidden
  public static void completed(
      CompletionHandler<Object, Object> handler, Object result, Object attachment) {
    int depth = FrayHooks.suspendQuiet();
    try {
      handler.completed(result, attachment);
    } finally {
      FrayHooks.resumeQuiet(depth);
    }
  }

  @Hidden
  public static void failed(
      CompletionHandler<Object, Object> handler, Throwable error, Object attachment) {
    int depth = FrayHooks.suspendQuiet();
    try {
      handler.failed(error, attachment);
    } finally {
      FrayHooks.resumeQuiet(depth);
    }
  }

  @Hidden
  public static void selected(Consumer<Object> action, Object key) {
    int depth = FrayHooks.suspendQuiet();
    try {
      action.accept(key);
    } finally {
      FrayHooks.resumeQuiet(depth);
    }
  }

  /** What asynchronous channels use that are not told what to use. */
  public static Object defaultPool() {
    return ThreadPool.createDefault();
  }

  /** The same for files. */
  public static Object defaultExecutor() {
    return ThreadPool.createDefault().executor();
  }
}
