//! The natives of the fibers engine. All of them are called on the carrier.

use fray_core::op::ThreadId;
use jni_sys::{JNIEnv, jclass, jint, jlong, jstring};

use crate::guard::guarded;
use crate::jni::Env;
use crate::natives::native;
use crate::session::{self, lock};
use crate::threads;

native! {
    fn stackSize(env) -> jlong {
        threads::stack_size() as jlong
    }
}

native! {
    fn fiberTurn(env) -> jint {
        session::await_turn().to_java()
    }
}

native! {
    fn fiberEnded(env, me: jint) -> jint {
        lock().fiber_ends(ThreadId(me as u32)).to_java()
    }
}

native! {
    fn pinned(env, me: jint) -> jint {
        lock().pinned(ThreadId(me as u32)) as jint
    }
}

native! {
    fn hold(env, me: jint) {
        if me != 0 {
            lock().execution.hold(ThreadId(me as u32));
        }
    }
}

native! {
    fn abandon(env, reason: jstring) {
        if let Some(reason) = env.string(reason) {
            session::try_session(|s| s.must_be_on_threads(&reason));
        }
    }
}

native! {
    fn nextVictim(env) -> jint {
        session::next_victim_turn().to_java()
    }
}
