import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Runs a program of the model, its argument, with the real primitives, and appends the outcome to the
 * file that the property {@code outcomes} names. A deadlock is an outcome too: the threads in it are
 * ended by an error, which {@code main} takes for the end. From then on no hook may be met, since
 * each would throw it again, not even in class loading: so the file is open, the memory is known and the
 * last line has been made once by then.
 */
public final class Interpreter {
  private static final int NOT_OWNER = -3;
  private static final int CAUGHT = -5;
  private static final int LOCKS = 2;

  /** Milliseconds: all limits are so long that only a choice can end them. */
  private static final long LONG = 3_600_000;

  private static final class Thrown extends RuntimeException {}

  /** A statement; its number counts those of its thread in the order of the text. */
  private record Statement(String word, int[] numbers, int number, Statement[] block) {}

  private static final FileOutputStream OUT = open();
  private static final byte[] NOTHING = {};

  private final Variable[] shared;
  /** What these hold: written next to them, with no switch point in between. */
  private final int[] variables = new int[2];
  private final int[] guarded = new int[2 * LOCKS + 1];
  private final Object[] monitors = {new Object(), new Object()};
  private final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};
  private final Condition[] conditions = new Condition[2 * LOCKS];
  private final Semaphore[] semaphores = {new Semaphore(1), new Semaphore(0)};
  private final CountDownLatch[] latches = {new CountDownLatch(1), new CountDownLatch(2)};
  private final ReentrantReadWriteLock[] readWrite = {new ReentrantReadWriteLock()};
  private final Statement[][] program;
  private final Thread[] threads;
  private final List<List<Integer>> logs = new ArrayList<>();
  private final String[] places;

  private Interpreter(Statement[][] program) {
    this.program = program;
    boolean even = program[0].length % 2 == 0;
    Variable first = even ? new Variable.InAtomic() : new Variable.InBuffer();
    shared = new Variable[] {first, new Variable.InField()};
    threads = new Thread[program.length];
    places = new String[program.length];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] = locks[i % LOCKS].newCondition();
    }
    threads[0] = Thread.currentThread();
    for (int i = 0; i < program.length; i++) {
      logs.add(new ArrayList<>());
      places[i] = i == 0 ? "" : "new";
      if (i > 0) {
        threads[i] = new Thread(new Body(this, i));
      }
    }
  }

  public static void main(String[] args) throws IOException {
    Interpreter interpreter = new Interpreter(Parser.parse(args[0]));
    interpreter.line("");
    OUT.write(NOTHING);
    String outcome = "deadlock";
    try {
      interpreter.run(0, interpreter.program[0]);
      interpreter.places[0] = "ended";
      outcome = interpreter.isConsistent() ? "end" : "memory";
    } finally { // handlers do not see what ends a thread
      OUT.write(interpreter.line(outcome));
    }
  }

  private static FileOutputStream open() {
    try {
      return new FileOutputStream(System.getProperty("outcomes"), true);
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }

  private boolean isConsistent() {
    return shared[0].get(0) == variables[0] && shared[1].get(0) == variables[1];
  }

  /** A class and no lambda: fewer classes to load. */
  private record Body(Interpreter interpreter, int me) implements Runnable {
    @Override
    public void run() {
      interpreter.run(me, interpreter.program[me]);
      interpreter.places[me] = "ended";
    }
  }

  private byte[] line(String outcome) {
    StringBuilder text = new StringBuilder(outcome);
    for (int i = 0; i < threads.length; i++) {
      text.append(" t").append(i).append('@').append(places[i]).append(':').append(logs.get(i));
    }
    text.append(' ').append(Arrays.toString(variables));
    text.append(' ').append(Arrays.toString(guarded)).append('\n');
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private void run(int me, Statement[] statements) {
    for (Statement statement : statements) {
      places[me] = Integer.toString(statement.number);
      try {
        execute(me, statement, statement.numbers);
      } catch (InterruptedException interrupted) {
        log(me, -1);
      } catch (IllegalMonitorStateException notOwner) {
        log(me, NOT_OWNER);
      }
    }
  }

  private void log(int me, int value) {
    logs.get(me).add(value);
  }

  private void log(int me, boolean value) {
    log(me, value ? 1 : 0);
  }

  private void execute(int me, Statement statement, int[] n) throws InterruptedException {
    switch (statement.word) {
      case "get" -> log(me, shared[n[0]].get(me + statement.number));
      case "set" -> {
        shared[n[0]].set(me + statement.number, n[1]);
        variables[n[0]] = n[1];
      }
      case "cas" -> {
        boolean set = shared[n[0]].compareAndSet(me + statement.number, n[1], n[2]);
        log(me, set);
        variables[n[0]] = set ? n[2] : variables[n[0]];
      }
      case "add" -> {
        int before = shared[n[0]].getAndAdd(me + statement.number, n[1]);
        log(me, before);
        variables[n[0]] = before + n[1];
      }
      case "read" -> log(me, guarded[n[0]]);
      case "write" -> guarded[n[0]] = n[1];
      case "lock" -> {
        locks[n[0]].lock();
        run(me, statement.block);
        locks[n[0]].unlock();
      }
      case "tryLock" -> {
        boolean locked = locks[n[0]].tryLock();
        log(me, locked);
        if (locked) {
          run(me, statement.block);
          locks[n[0]].unlock();
        }
      }
      case "await" -> conditions[n[0]].await();
      case "signal" -> conditions[n[0]].signal();
      case "signalAll" -> conditions[n[0]].signalAll();
      case "sync" -> {
        synchronized (monitors[n[0]]) {
          run(me, statement.block);
        }
      }
      case "wait" -> monitors[n[0]].wait();
      case "notify" -> monitors[n[0]].notify();
      case "notifyAll" -> monitors[n[0]].notifyAll();
      case "acquire" -> semaphores[n[0]].acquire(n[1]);
      case "tryAcquire" -> log(me, semaphores[n[0]].tryAcquire(n[1]));
      case "release" -> semaphores[n[0]].release(n[1]);
      case "park" -> LockSupport.park();
      case "unpark" -> LockSupport.unpark(threads[n[0]]);
      case "start" -> threads[n[0]].start();
      case "join" -> threads[n[0]].join();
      case "alive" -> log(me, threads[n[0]].isAlive());
      case "finish" -> finish(threads[n[0]]);
      case "interrupt" -> threads[n[0]].interrupt();
      case "interrupted" -> log(me, Thread.interrupted());
      case "sleep" -> Thread.sleep(LONG);
      case "waitFor" -> monitors[n[0]].wait(LONG);
      case "awaitFor" -> log(me, conditions[n[0]].await(LONG, TimeUnit.MILLISECONDS));
      case "parkFor" -> LockSupport.parkNanos(LONG * 1_000_000);
      case "joinFor" -> threads[n[0]].join(LONG);
      case "lockInterruptibly" -> {
        locks[n[0]].lockInterruptibly();
        run(me, statement.block);
        locks[n[0]].unlock();
      }
      case "tryLockFor" -> {
        boolean locked = locks[n[0]].tryLock(LONG, TimeUnit.MILLISECONDS);
        log(me, locked);
        if (locked) {
          run(me, statement.block);
          locks[n[0]].unlock();
        }
      }
      case "tryAcquireFor" ->
          log(me, semaphores[n[0]].tryAcquire(n[1], LONG, TimeUnit.MILLISECONDS));
      case "countDown" -> latches[n[0]].countDown();
      case "awaitZero" -> latches[n[0]].await();
      case "readLock" -> {
        readWrite[n[0]].readLock().lock();
        run(me, statement.block);
        readWrite[n[0]].readLock().unlock();
      }
      case "writeLock" -> {
        readWrite[n[0]].writeLock().lock();
        run(me, statement.block);
        readWrite[n[0]].writeLock().unlock();
      }
      case "guard" -> {
        try {
          synchronized (monitors[n[0]]) {
            run(me, statement.block);
          }
        } catch (Thrown thrown) {
          log(me, CAUGHT);
        }
      }
      case "throw" -> throw new Thrown();
      default -> throw new IllegalArgumentException(statement.word);
    }
  }

  private static void finish(Thread thread) {
    while (true) {
      try {
        thread.join();
        return;
      } catch (InterruptedException again) {
        // It is the end all the same.
      }
    }
  }

  /** Reads programs. */
  private static final class Parser {
    private final String text;
    private int at;
    private int number;

    private Parser(String text) {
      this.text = text;
    }

    static Statement[][] parse(String text) {
      String[] parts = text.split("\\|");
      Statement[][] threads = new Statement[parts.length][];
      for (int i = 0; i < parts.length; i++) {
        threads[i] = new Parser(parts[i]).block();
      }
      return threads;
    }

    private boolean next(char wanted) {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      boolean found = at < text.length() && text.charAt(at) == wanted;
      at += found ? 1 : 0;
      return found;
    }

    private Statement[] block() {
      List<Statement> statements = new ArrayList<>();
      while (!next('}') && at < text.length()) {
        int open = text.indexOf('(', at);
        int close = text.indexOf(')', open);
        final String word = text.substring(at, open);
        String list = text.substring(open + 1, close);
        String[] words = list.isEmpty() ? new String[0] : list.split(",");
        int[] numbers = new int[words.length];
        for (int i = 0; i < words.length; i++) {
          numbers[i] = Integer.parseInt(words[i]);
        }
        at = close + 1;
        int mine = number++;
        Statement[] block = next('{') ? block() : new Statement[0];
        statements.add(new Statement(word, numbers, mine, block));
      }
      return statements.toArray(new Statement[0]);
    }
  }
}
