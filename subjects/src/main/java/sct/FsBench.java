package sct;

import java.util.concurrent.locks.ReentrantLock;
import support.Threads;

/**
 * A file system in small: 27 threads give blocks to inodes, each inode and each block with a lock
 * of its own. There are only 26 of them, so that the last thread indexes one past the end.
 */
public class FsBench {
  static final int THREADS = 27;
  static final int INODES = 26;
  private static final int BLOCKS = 26;

  private final ReentrantLock[] inodeLocks = locks(INODES);
  private final ReentrantLock[] blockLocks = locks(BLOCKS);
  /** The block of each inode plus one, or zero. */
  private final int[] inodes = new int[INODES];

  private final boolean[] busy = new boolean[BLOCKS];

  private static ReentrantLock[] locks(int count) {
    ReentrantLock[] locks = new ReentrantLock[count];
    for (int i = 0; i < count; i++) {
      locks[i] = new ReentrantLock();
    }
    return locks;
  }

  int inodeOf(int thread) {
    return thread;
  }

  private void createFile(int thread) {
    int inode = inodeOf(thread);
    inodeLocks[inode].lock();
    try {
      if (inodes[inode] == 0) {
        inodes[inode] = allocateBlock(inode * 2 % BLOCKS) + 1;
      }
    } finally {
      inodeLocks[inode].unlock();
    }
  }

  /** There are as many blocks as inodes, so that a free one always exists. */
  private int allocateBlock(int wanted) {
    for (int block = wanted; ; block = (block + 1) % BLOCKS) {
      blockLocks[block].lock();
      try {
        if (!busy[block]) {
          busy[block] = true;
          return block;
        }
      } finally {
        blockLocks[block].unlock();
      }
    }
  }

  final void run() throws InterruptedException {
    Threads.Body[] bodies = new Threads.Body[THREADS];
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      bodies[i] = () -> createFile(thread);
    }
    Threads.runAll(bodies);
  }

  public static void main(String[] args) throws Exception {
    new FsBench().run();
  }
}
