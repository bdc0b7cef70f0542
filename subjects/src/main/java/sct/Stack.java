package sct;

import support.Threads;

/**
 * A pusher sets a flag after each push, a popper pops while the flag is set. The flag is never
 * cleared: a popper that is faster than the pusher pops an empty stack.
 */
public class Stack {
  private static final int ITEMS = 3;

  private final int[] items = new int[ITEMS];
  int top;
  private boolean pushed;

  private synchronized void push(int item) {
    items[top] = item;
    top++;
    pushed = true;
  }

  private synchronized void pop() {
    if (mayPop()) {
      assert top > 0 : "stack underflow";
      top--;
      items[top] = 0;
    }
  }

  boolean mayPop() {
    return pushed;
  }

  private void pushAll() {
    for (int i = 0; i < ITEMS; i++) {
      push(i);
    }
  }

  private void popAll() {
    for (int i = 0; i < ITEMS; i++) {
      pop();
    }
  }

  final void run() throws InterruptedException {
    Threads.runAll(this::pushAll, this::popAll);
  }

  public static void main(String[] args) throws Exception {
    new Stack().run();
  }
}
