//! The locks of the JDK.

use super::Arguments;

/// Locks of the JDK whose methods are atomic up to blocking: one switch point at entry. The resource
/// is `this` or, where a lock is several objects (readers, writers, conditions), what they share.
#[derive(Clone, Copy, Debug)]
pub struct Lock {
    /// Internal name of the class.
    pub class: &'static str,
    /// The object that the operation is about.
    pub resource: Arguments,
    /// Methods that acquire, release or query, in all their overloads.
    pub methods: &'static [&'static str],
}

const SYNC: Arguments = Arguments::Field(
    "sync",
    "Ljava/util/concurrent/locks/ReentrantReadWriteLock$Sync;",
);

const STAMPED: Arguments = Arguments::Field("this$0", "Ljava/util/concurrent/locks/StampedLock;");

/// Waiting releases the lock, and others may look whether it is free just before. Whoever waits with a
/// time limit, or is interrupted, may give up just before a signal, which then goes to another or is
/// lost.
const CONDITION: &[&str] = &[
    "await",
    "awaitNanos",
    "awaitUntil",
    "awaitUninterruptibly",
    "signal",
    "signalAll",
];

/// The locks.
pub const LOCKS: &[Lock] = &[
    Lock {
        class: "java/util/concurrent/locks/ReentrantLock",
        resource: Arguments::Field("sync", "Ljava/util/concurrent/locks/ReentrantLock$Sync;"),
        methods: &[
            "lock",
            "lockInterruptibly",
            "tryLock",
            "unlock",
            "isLocked",
            "hasQueuedThreads",
            "hasQueuedThread",
            "getQueueLength",
            "getQueuedThreads",
            "getOwner",
            "hasWaiters",
            "getWaitQueueLength",
            "getWaitingThreads",
            "toString",
        ],
    },
    Lock {
        class: "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
        resource: SYNC,
        methods: &["lock", "lockInterruptibly", "tryLock", "unlock", "toString"],
    },
    Lock {
        class: "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
        resource: SYNC,
        methods: &["lock", "lockInterruptibly", "tryLock", "unlock", "toString"],
    },
    Lock {
        class: "java/util/concurrent/locks/ReentrantReadWriteLock",
        resource: SYNC,
        methods: &[
            "getReadLockCount",
            "isWriteLocked",
            "getOwner",
            "hasQueuedThreads",
            "hasQueuedThread",
            "getQueueLength",
            "getQueuedThreads",
            "getQueuedReaderThreads",
            "getQueuedWriterThreads",
            "hasWaiters",
            "getWaitQueueLength",
            "getWaitingThreads",
            "toString",
        ],
    },
    Lock {
        class: "java/util/concurrent/locks/StampedLock",
        resource: Arguments::This,
        methods: &[
            "writeLock",
            "tryWriteLock",
            "writeLockInterruptibly",
            "readLock",
            "tryReadLock",
            "readLockInterruptibly",
            "tryOptimisticRead",
            "validate",
            "unlockWrite",
            "unlockRead",
            "unlock",
            "tryConvertToWriteLock",
            "tryConvertToReadLock",
            "tryConvertToOptimisticRead",
            "tryUnlockWrite",
            "tryUnlockRead",
            "isWriteLocked",
            "isReadLocked",
            "getReadLockCount",
            "toString",
        ],
    },
    // The other methods of its views are those above.
    Lock {
        class: "java/util/concurrent/locks/StampedLock$ReadLockView",
        resource: STAMPED,
        methods: &["unlock"],
    },
    Lock {
        class: "java/util/concurrent/locks/StampedLock$WriteLockView",
        resource: STAMPED,
        methods: &["unlock"],
    },
    Lock {
        class: "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
        resource: Arguments::Field(
            "this$0",
            "Ljava/util/concurrent/locks/AbstractQueuedSynchronizer;",
        ),
        methods: CONDITION,
    },
    Lock {
        class: "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject",
        resource: Arguments::Field(
            "this$0",
            "Ljava/util/concurrent/locks/AbstractQueuedLongSynchronizer;",
        ),
        methods: CONDITION,
    },
    Lock {
        class: "java/util/concurrent/Semaphore",
        resource: Arguments::This,
        methods: &[
            "acquire",
            "acquireUninterruptibly",
            "tryAcquire",
            "release",
            "availablePermits",
            "drainPermits",
            "reducePermits",
            "hasQueuedThreads",
            "getQueueLength",
            "getQueuedThreads",
            "toString",
        ],
    },
    Lock {
        class: "java/util/concurrent/CountDownLatch",
        resource: Arguments::This,
        methods: &["await", "countDown", "getCount", "toString"],
    },
    // No lock, but looks at queues that on JDK 17 read nothing volatile.
    Lock {
        class: "java/util/concurrent/ForkJoinPool",
        resource: Arguments::This,
        methods: &["getQueuedTaskCount", "getQueuedSubmissionCount"],
    },
];
