package java.lang;

import java.io.FileDescriptor;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Hidden;

/**
 * In front of calls that use a descriptor and may block: sockets, pipes, selectors, processes. A
 * controlled thread waits in the core until the call would not block, and makes it then.
 */
public final class FrayIo {
  private FrayIo() {}

  /** As in {@code poll.h}. */
  private static final int POLLIN = 1, POLLOUT = 4;

  private static final Unsafe U = FrayThreads.U;
  private static final long FD = U.objectFieldOffset(FileDescriptor.class, "fd");

  private static final long EXITED = U.objectFieldOffset(ProcessImpl.class, "hasExited");

  /** How long the JDK is waited for. */
  private static final long PATIENCE_NANOS = 5_000_000_000L;

  private static int me() {
    return FrayHooks.active ? FrayThreads.id(Thread.currentThread()) : 0;
  }

  @Hidden
  private static void await(int me, int fd, int events, long nanos, boolean asks) {
    if (FrayCore.io(me, fd, events, nanos, asks) == FrayCore.KILLED) {
      throw new FrayKill();
    }
  }

  @Hidden
  public static void read(Object fd) {
    int me = me();
    if (fd == null) {
      return;
    }
    int descriptor = U.getInt(fd, FD);
    if (descriptor == 0) {
      if (FrayInput.read(me) == FrayCore.KILLED) {
        throw new FrayKill();
      }
    } else if (me != 0) {
      await(me, descriptor, POLLIN, -1, false);
    }
  }

  /** In front of the question how much can be read: only standard input is not as it seems. */
  @Hidden
  static void available(Object fd) {
    if (fd != null && U.getInt(fd, FD) == 0) {
      FrayInput.ask();
    }
  }

  /** What the JDK writes for its own ends, such as a warning once in its life, is no step. */
  @Hidden
  static void write(Object fd) {
    int me = me();
    if (me == 0 || fd == null) {
      return;
    }
    FrayCore.written(U.getInt(fd, FD));
    if (!FrayThreads.quiet(Thread.currentThread())) {
      await(me, U.getInt(fd, FD), POLLOUT, -1, false);
    }
  }

  /** Behind a call that gives a socket an address, which the program keeps until it ends. */
  public static void bound(FileDescriptor fd) {
    if (me() != 0) {
      FrayCore.bound(U.getInt(fd, FD));
    }
  }

  /** In front of a call that blocks nobody and may set others free, or be too early for them. */
  @Hidden
  public static void act() {
    if (step() == FrayCore.KILLED) {
      throw new FrayKill();
    }
  }

  /** The same for the end of a descriptor, which must come whatever happens to the thread. */
  @Hidden
  public static void close() {
    step();
  }

  private static int step() {
    int me = me();
    if (me == 0 || FrayThreads.quiet(Thread.currentThread())) {
      return FrayCore.NORMAL;
    }
    return FrayCore.point(me, FrayCore.EXTERNAL, 0, FrayCore.OUTSIDE);
  }

  /** Before the kernel is asked what is ready; returns the time limit that is left to it. */
  @Hidden
  public static long ask(int fd, int events, long millis) {
    int me = me();
    if (me == 0) {
      return millis;
    }
    await(me, fd, events, millis < 0 ? -1 : millis * 1_000_000, true);
    return 0;
  }

  @Hidden
  public static long ask(FileDescriptor fd, int events, long millis) {
    return ask(U.getInt(fd, FD), events, millis);
  }

  @Hidden
  public static long askConnected(FileDescriptor fd, long millis) {
    return ask(fd, POLLOUT, millis);
  }

  @Hidden
  public static int askReady(int fd, int millis) {
    return (int) ask(fd, POLLIN, millis);
  }

  /** In front of the start of a process, whose doings take their time. */
  public static void starting() {
    if (me() != 0) {
      FrayCore.expectHelp(false);
    }
  }

  @Hidden
  public static int waitFor(Process process) throws InterruptedException {
    awaitExit(process, -1);
    return process.waitFor();
  }

  @Hidden
  public static boolean waitFor(Process process, long timeout, TimeUnit unit)
      throws InterruptedException {
    boolean inTime = awaitExit(process, Math.max(0, unit.toNanos(timeout)));
    return process.waitFor(inTime ? timeout : 0, unit);
  }

  /** Whether whoever waits now throws. */
  private static boolean interrupted() {
    return FrayInterrupts.pending(Thread.currentThread());
  }

  /**
   * Waits for the end of a process, and until the JDK has noticed it too: a thread of its own, which
   * is not controlled, does that, a moment after the kernel or before.
   */
  @Hidden
  private static boolean awaitExit(Process process, long nanos) {
    int me = me();
    if (me == 0 || !(process instanceof ProcessImpl) || interrupted()) {
      return true;
    }
    int result = FrayCore.process(me, (int) process.pid(), nanos);
    if (result == FrayCore.KILLED) {
      throw new FrayKill();
    }
    if (result == FrayCore.NORMAL && nanos != 0) {
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (!U.getBooleanVolatile(process, EXITED) && System.nanoTime() < end) {
        Thread.yield();
      }
    }
    return result != FrayCore.TIMED_OUT;
  }
}
