package prim;

import java.util.concurrent.locks.Lock;

/** {@link ReadLockWrite} under the write lock. */
public final class ReadLockWriteOk extends ReadLockWrite {

  @Override
  Lock lockForWriting() {
    return lock.writeLock();
  }

  public static void main(String[] args) throws Exception {
    new ReadLockWriteOk().run();
  }
}
