package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
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
}
