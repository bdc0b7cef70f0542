package java.lang;

import jdk.internal.vm.annotation.Hidden;

/**
 * The way from Java into the scheduler: natives of the agent library, and nothing else.
 *
 * <p>Methods that can give up control return how the operation completed: {@link #NORMAL} or one of
 * the other constants. Each asks a native of its name with a 0, and the engine does what that says.
 * Controlled threads pass their own number first.
 */
final class FrayCore {
  private FrayCore() {}

  /** The operation completed in the ordinary way. */
  static final int NORMAL = 0;

  /** A timed operation gave up. */
  static final int TIMED_OUT = 1;

  /** An interrupt ended the operation. */
  static final int INTERRUPTED = 2;

  /** The operation returned for no reason, as the JVM may. */
  static final int SPURIOUS = 3;

  /** The execution is over; this thread must unwind. */
  static final int KILLED = 4;

  /** Kinds of operations; the numbers are those of the core's OpKind. */
  static final int START = 1, ALIVE = 3, UNPARK = 8, INTERRUPT = 9, READ = 10, WRITE = 11, UPDATE = 12;
  static final int LOCK = 13, YIELD = 14;

  /**
   * Input and output, as an operation; that, the list of threads, and the initialisation of classes,
   * as what one is about: see the core.
   */
  static final int EXTERNAL = 16, OUTSIDE = 1, THREADS = 2, INITIALISERS = 3;

  /** Marks a plain access: added to READ or WRITE. */
  static final int PLAIN = 32;

  /** Marks an access to something that is not a field or element: its value is not asked for. */
  static final int UNSEEN = 64;

  /** The operation completed in the ordinary way, and a value is asked for: see {@link FrayValues}. */
  static final int TRACED = 16;

  /** What the calling thread is about to read; null: that is not known. */
  static native void value(int me, String value);

  /** A non-blocking operation on a member of an object. */
  @Hidden
  static int point(int me, int kind, int object, int member) {
    FrayEngine.prepare(me, false);
    return FrayEngine.settle(point0(me, kind, object, member));
  }

  private static native int point0(int me, int kind, int object, int member);

  /** A non-blocking operation on a thread. */
  @Hidden
  static int threadPoint(int me, int kind, int thread) {
    FrayEngine.prepare(me, false);
    return FrayEngine.settle(threadPoint0(me, kind, thread));
  }

  private static native int threadPoint0(int me, int kind, int thread);

  @Hidden
  static int enter(int me, int object, boolean quiet) {
    FrayEngine.prepare(me, quiet);
    return FrayEngine.settle(enter0(me, object, quiet));
  }

  private static native int enter0(int me, int object, boolean quiet);

  static native void exit(int me, int object);

  /** Whether the object's monitor is owned or waited for. */
  static native boolean monitorInUse(int object);

  static native void monitorEnter(Object monitor);

  /** Leaves the real monitor and waits for a notification. */
  @Hidden
  static int waitFor(int me, Object monitor, int object, long nanos) {
    return FrayEngine.settle(waitFor0(me, monitor, object, nanos));
  }

  private static native int waitFor0(int me, Object monitor, int object, long nanos);

  /** The wait is over, one way or another. How often the real monitor is to be taken again. */
  static native int waited(int me);

  static native void notify(int me, int object, boolean all);

  /** A thread that is not controlled notifies; it must not touch {@link FrayObjects}. */
  static native void notifyFromOutside(Object monitor, boolean all);

  @Hidden
  static int park(int me, long nanos, boolean interrupted, boolean quiet) {
    FrayEngine.prepare(me, quiet);
    return FrayEngine.settle(park0(me, nanos, interrupted, quiet));
  }

  private static native int park0(int me, long nanos, boolean interrupted, boolean quiet);

  /** Whether the thread's next park would return at once. */
  static native boolean hasPermit(int me);

  /** Waits until the references of a garbage collection are handled. */
  static native void handleReferences(int me);

  static native void unpark(int thread);

  static native void interrupt(int thread);

  /** The calling thread has seen that it was interrupted, which orders it behind whoever did that. */
  static native void interruptSeen(int me);

  @Hidden
  static int sleep(int me, long nanos) {
    return FrayEngine.settle(sleep0(me, nanos));
  }

  private static native int sleep0(int me, long nanos);

  @Hidden
  static int join(int me, int thread, long nanos) {
    FrayEngine.prepare(me, false);
    return FrayEngine.settle(join0(me, thread, nanos));
  }

  private static native int join0(int me, int thread, long nanos);

  /** The thread is about to use a descriptor: see {@link FrayIo}. */
  @Hidden
  static int io(int me, int fd, int events, long nanos, boolean asks) {
    return FrayEngine.settle(io0(me, fd, events, nanos, asks));
  }

  private static native int io0(int me, int fd, int events, long nanos, boolean asks);

  /** The descriptor is about to be written to. */
  static native void written(int fd);

  /** A thread is about to be started that is not controlled. */
  static native void startsHelper(int me);

  /** From now on something outside may act at any time: a process, or somebody who sends signals. */
  static native void expectHelp(boolean bySignals);

  /** The program has given the socket an address. */
  static native void bound(int fd);

  /** The thread is about to read its standard input: see {@link FrayInput}. */
  @Hidden
  static int input(int me) {
    return FrayEngine.settle(input0(me));
  }

  private static native int input0(int me);

  /** Has something to read in descriptor 0 if there is something; 1: waits for it. */
  static native void feed(int waits);

  /** Descriptor 0 is at the start of the program's input again. */
  static native void freshInput();

  /** The thread is about to wait for the end of a process. */
  @Hidden
  static int process(int me, int pid, long nanos) {
    return FrayEngine.settle(process0(me, pid, nanos));
  }

  private static native int process0(int me, int pid, long nanos);

  /** Whether the thread has ended as far as the program can tell. */
  static native boolean ended(int thread);

  /** State of a controlled thread: 0 running or ready, 1 monitor, 2 waiting, 3 timed waiting. */
  static native int state(int thread);

  /** The thread begins the initialisation of a class. Of how many it is quietly in the middle now. */
  static native int classInit(int me);

  /**
   * The thread, in so many quiet regions, has started another one. Whether these are all static initialisers of the
   * program, and no longer quiet.
   */
  static native boolean opensInitialisers(int me, int regions);

  /** It is done. Whether others may wait for it inside of the JVM. */
  static native boolean classInitialised(int me);

  /**
   * What the thread, asleep inside of the JVM, has to do with the initialisation of classes: see {@link
   * FrayClassWaits}. Of a controlled thread, by its number, also the class that it needs.
   */
  static native Class<?>[] classesOf(int thread, Thread java);

  /** The threads of the JVM, controlled or not. */
  static native Thread[] allThreads();

  /** A thread waits for a class, here with a number and a name, that another one initialises. */
  static native void awaitsClass(int thread, int owner, int number, String name);

  /** All of them have been told. Whether it is known what each one waits for. */
  static native void classWaitsKnown(boolean all);

  /**
   * Whether a class of the program initialises others that initialise it, or takes locks meanwhile: the empty
   * string, or null. Else the class that must be looked at to find out.
   */
  static native String initialiser(Class<?> type);

  /** The class file of such a class; null: there is none. */
  static native void learnInitialiser(String name, byte[] file, int length);

  /** Waits until the JVM has forgotten the threads of the execution before, whose numbers others have now. */
  static native void awaitForgotten();

  /** A new controlled thread; returns its number. */
  static native int spawn(int me, boolean daemon);

  /** As {@link #spawn}, of one that begins when all threads but daemons have ended. */
  static native int spawnLast(int me);

  /** A thread that has not been started is named for the first time; returns its number. */
  static native int announce(int me);

  /** As {@link #spawn}, for a thread that was announced. */
  static native void spawnAnnounced(int thread, boolean daemon);

  /** The real thread exists now. */
  static native void started(int thread);

  static native boolean isStarted(int thread);
  static native void spawnFailed(int thread);

  /** The thread is about to end; the number is that of its {@link Thread} object. */
  static native void exiting(int me, int object);

  /** Whether the execution is over and threads are only being ended. */
  static native boolean over();

  /** Virtual nanoseconds; reading advances the clock a little unless {@code quiet}. */
  static native long readClock(boolean quiet);

  static native void defineObject(int object, int classHash);

  /** Ends the execution with a failure. */
  static native void fail(
      int me, boolean assertion, String type, String message, String thread, String[] stack);

  @Hidden
  static int exitProgram(int me, int status) {
    return FrayEngine.settle(exitProgram0(me, status));
  }

  private static native int exitProgram0(int me, int status);

  // The launcher's side: one conductor thread that is not controlled.

  /** Whether threads are to be fibers if they can. */
  static native boolean wantsFibers();

  /** Tells the agent where it is, and whether threads can be fibers. */
  static native void describe(String jdk, boolean assertions, boolean fibers);

  /** How long the program may run without control before the first execution; 0: it does not. */
  static native long warmUp();

  /** How many threads the program does not know of are there already. */
  static native void outsiders(int count);

  /**
   * Begins a campaign for a test, in a JVM that belongs to a test framework. What is wrong, or null.
   *
   * @param fibers whether threads can be fibers
   */
  static native String embed(
      String jdk,
      boolean assertions,
      boolean fibers,
      String name,
      String options,
      String again,
      String[] program);

  /** Whether that campaign is made on fibers. */
  static native boolean usesFibers();

  /** What came of the campaign, once it is finished: see {@link FrayTests#check}. */
  static native String[] verdict();

  /** The test that runs says why it does not want to. */
  static native void skip(String message);

  /** Output of an execution that a person should see; null if there is none. */
  static native String takeShown();

  /** Whether the agent is to run the main class in executions of its own. */
  static native boolean launches();

  /** Plans the next execution; false when the campaign is over. */
  static native boolean next();

  /** Seed of the planned execution. */
  static native long seed();

  /** How an execution is made, besides on fibers. */
  static final int ON_THREADS = 0, CAREFULLY = 2;

  /** Creates the planned execution; its main thread has the number 1. How it is to be made. */
  static native int begin();

  /** Waits until the execution is over. False if it is not, and it should be looked what classes threads wait for. */
  static native boolean awaitEnd();

  /** Whether the report needs names of threads and objects. */
  static native boolean wantsLabels();

  /**
   * Name of a thread; what it is parked for, and who owns that, if it is; its stack, if the JVM
   * itself cannot tell.
   */
  static native void threadLabel(
      int thread, Thread java, String name, int blocker, int owner, String[] stack);

  /** Class of an object, its name if it is a class itself, and its fields as "offset name". */
  static native void objectLabel(int object, String type, String name, String[] fields);

  /** Ends leftover threads. */
  static native void tearDown();

  // The fibers engine. A turn is the number of a thread and how its operation completed; 0 means
  // that the conductor goes on.

  /** How large the stack of the calling thread is, in bytes. */
  static native long stackSize();

  /** Waits until it is the turn of a fiber; 0 when the execution is over. */
  static native int fiberTurn();

  /** A fiber has come to its end; returns whose turn it is. */
  static native int fiberEnded(int me);

  /** The calling fiber cannot be left: the execution must be made on threads. */
  static native int pinned(int me);

  /** The calling fiber cannot be left now: its next operation is no choice unless it must wait. */
  static native void hold(int me);

  /** The execution must be made on threads, for this reason; it is over at the next operation. */
  static native void abandon(String reason);

  /** The turn of a fiber that must unwind; 0 if none is left. */
  static native int nextVictim();

  /** Books the outcome of the execution. */
  static native void book();

  /** Ends the campaign, with what is wrong, or null: writes the report and returns the exit status. */
  static native int finish(String trouble);

  /** A new object by a constructor with two parameters. */
  static native Object construct(
      java.lang.reflect.Constructor<?> constructor, Object first, Object second);

  /** Calls {@code public static void main(String[])}; false if there is none. */
  @jdk.internal.vm.annotation.Hidden // fibers have no such frame
  static native boolean callMain(Class<?> type, String[] args);

  /** How many classes the JVM has loaded, or begun to. */
  static native int classesLoaded();

  /** Whether a class of the JDK has been loaded; by its internal name. */
  static native boolean isLoaded(String name);

  /** Whether each execution gets fresh application classes. */
  static native boolean isolated();

  /** Whether accesses of fields that are not volatile are switch points. */
  static native boolean countsPlain();

  /** Makes the identity hash codes that the program sees a function of the schedule. */
  static native void takeOverHashes();

  /** Whether the next execution uses the classes of the one before; if not, new ones must be loaded now. */
  static native boolean keepsClasses();

  /** These classes cannot be made as new: others of the same name must be loaded now. */
  static native void renewClasses();

  /** A class whose static fields are to be put back and that was not told yet: see FrayRenewal. */
  static native String nextStatics();

  /** Whether a static field of the program was final before it was to be put back. */
  static native boolean wasFinal(Class<?> type, String field);

  /** Whether a method was synchronized before it was rewritten; null: whether any of the class was. */
  static native boolean wasSynchronized(Class<?> type, String method, String descriptor);

  /** JVMTI's status of a class. */
  static native int classStatus(Class<?> type);

  /** Runs the static initialiser of a class once more; false if it fails. */
  static native boolean initialiseAgain(Class<?> type);

  /** The identity hash code of an object; if it has none yet, one that depends on its number. */
  static native int hash(Object object, int id);

  /** Takes note of something that fray does not control. */
  static native void uncontrolled(String what);

  /** Draws the object's identity hash code now, if it has none: a function of the name. */
  static native void fixHash(Object object, String name);

  /** Class, field and descriptor of a rewritten field access. */
  static native String[] site(int site);

  /** The field that an access by way of {@code start} means, or null. */
  static native java.lang.reflect.Field field(
      Class<?> start, String name, String descriptor, boolean isStatic);

  /** What becomes of the file of a hidden class; null: nothing. If it is {@code defined} as it is, says so if that is wrong. */
  static native byte[] hidden(ClassLoader loader, byte[] file, int length, boolean defined);

  /** Reports that fray itself cannot go on; does not return. */
  static native void broken(String message);

  /** Bytes that the program wrote to its standard output (1) or error (2). */
  static native void output(int descriptor, byte[] bytes, int offset, int length);

  /**
   * Calls every native that hooks use, once, so that the JVM has found it before a hook needs it:
   * looking it up runs Java code which has hooks itself. 0 and null mean: do nothing.
   */
  static void link() {
    point(0, YIELD, 0, FrayArrays.BASE);
    threadPoint(0, YIELD, 0);
    enter(0, 0, false);
    exit(0, 0);
    monitorInUse(0);
    monitorEnter(null);
    waitFor(0, null, 0, 0);
    waited(0);
    notify(0, 0, false);
    notifyFromOutside(null, false);
    park(0, 0, false, false);
    unpark(0);
    interrupt(0);
    sleep(0, 0);
    join(0, 0, 0);
    io(0, -1, 0, 0, false);
    bound(-1);
    expectHelp(false);
    startsHelper(0);
    handleReferences(0);
    input(0);
    feed(-1);
    process(0, 0, 0);
    ended(0);
    state(0);
    classInit(0);
    opensInitialisers(0, 0);
    classInitialised(0);
    awaitForgotten();
    learnInitialiser("", null, 0);
    initialiser(FrayCore.class);
    wasFinal(FrayCore.class, "");
    wasSynchronized(FrayCore.class, null, null);
    spawn(0, false);
    spawnLast(0);
    announce(0);
    spawnAnnounced(0, false);
    started(0);
    isStarted(0);
    spawnFailed(0);
    exiting(0, 0);
    over();
    interruptSeen(0);
    readClock(true);
    defineObject(0, 0);
    fail(0, false, null, null, null, null);
    exitProgram(0, 0);
    site(-1);
    hidden(null, null, 0, false);
    field(null, null, null, false);
    output(0, null, 0, 0);
    takeOverHashes();
    hash(null, 0);
    uncontrolled(null);
    fixHash(null, null);
    hold(0);
    abandon(null);
    FrayHandles.ready = true;
  }
}
