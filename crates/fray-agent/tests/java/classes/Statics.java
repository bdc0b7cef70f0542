import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Changes all of its static fields, and demands that they are as a new JVM would have them. The other class is used by
 * one execution in a few, for the first time by any thread.
 */
public class Statics {
  private static int count;
  private static volatile long total = 1L << 40;
  private static boolean done;
  private static char letter = 'a';
  private static double half = 0.5;
  private static String name = "new";
  private static Object none;
  private static final Object LOCK = new Object();
  private static final AtomicInteger BALANCE = new AtomicInteger(100);
  private static final int[] CELLS = {1, 2, 3};
  private static final List<String> NAMES = Collections.synchronizedList(new ArrayList<>());
  private static final Supplier<String> TEXT = () -> "text";
  private static final ThreadLocal<List<String>> OWN = ThreadLocal.withInitial(ArrayList::new);
  private static final int LIMIT = 3;

  private static class Other {
    private static final ReentrantLock OTHER = new ReentrantLock(true);
    private static int uses = 5;
  }

  private static void demandNew() {
    assert count == 0 && total == 1L << 40 && !done : "values";
    assert letter == 'a' && half == 0.5 && name.equals("new") && none == null : "more values";
    assert BALANCE.get() == 100 && NAMES.isEmpty() && OWN.get().isEmpty() : "objects";
    assert CELLS[0] == 1 && CELLS[1] == 2 && CELLS[2] == 3 : "cells";
    assert TEXT.get().equals("text") : "lambda";
  }

  private static void change() {
    count++;
    total++;
    done = true;
    letter++;
    half++;
    name = "old";
    none = LOCK;
    NAMES.add(name);
    OWN.get().add(name);
    CELLS[1] = LIMIT + 4;
  }

  private static void withdraw(int amount) {
    if (BALANCE.get() >= amount) {
      BALANCE.addAndGet(-amount);
    }
  }

  /** What is final in the source is so for the program. */
  private static void demandFinal() throws ReflectiveOperationException {
    for (Field field : Statics.class.getDeclaredFields()) {
      boolean upper = Character.isUpperCase(field.getName().charAt(0));
      boolean synthetic = field.isSynthetic();
      assert synthetic || Modifier.isFinal(field.getModifiers()) == upper : field;
    }
    Field lock = Statics.class.getDeclaredField("LOCK");
    try {
      lock.set(null, new Object());
      assert false : "it was set";
    } catch (IllegalAccessException expected) {
      assert LOCK != null;
    }
  }

  public static void main(String[] args) throws Exception {
    demandNew();
    demandFinal();
    change();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int noise = System.identityHashCode(LOCK) & 3; noise > 0; noise--) {
                  total = noise;
                }
                synchronized (LOCK) {
                  count++;
                }
                withdraw(60);
                if (BALANCE.get() == 40) {
                  Other.OTHER.lock();
                  Other.uses++;
                  Other.OTHER.unlock();
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assert BALANCE.get() >= 0 : "the balance is " + BALANCE + " with " + Other.uses;
  }
}
