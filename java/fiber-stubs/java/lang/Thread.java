package java.lang;

/** The members of the JDK's class that the fiber runtime uses. Never loaded. */
public class Thread implements Runnable {
  public Thread(Runnable task, String name) {}

  public static native Thread currentThread();

  public static native boolean holdsLock(Object monitor);

  static native Thread currentCarrierThread();

  native void setCurrentThread(Thread thread);

  native void start0(); // private in the JDK: the class hook opens it

  static native Thread[] getThreads(); // the same

  static native StackTraceElement[][] dumpThreads(Thread[] threads); // the same

  native StackTraceElement[] asyncGetStackTrace();

  native void exit(); // the same

  native void dispatchUncaughtException(Throwable error);

  public native void start();

  public final native void join() throws InterruptedException;

  public native void interrupt();

  public final native boolean isAlive();

  public final native boolean isVirtual();

  @Override
  public native void run();
}
