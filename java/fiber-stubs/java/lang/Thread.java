package java.lang;

/** The members of the JDK's class that the fiber runtime uses. Never loaded. */
public class Thread implements Runnable {
  public Thread(Runnable task, String name) {}

  public static native Thread currentThread();

  public static native boolean holdsLock(Object monitor);

  native void setCurrentThread(Thread thread);

  native void start0(); // private in the JDK: the class hook opens it

  native void exit(); // private in the JDK: the class hook opens it

  native void dispatchUncaughtException(Throwable error);

  @Override
  public native void run();
}
