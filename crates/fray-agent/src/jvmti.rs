//! A view of the JVMTI function table: the few functions that the agent calls,
//! by their slot numbers in `jvmti.h`, which never change.

use std::ffi::{CStr, c_char, c_void};
use std::mem::transmute;
use std::ptr;

use jni_sys::{JNIEnv, JavaVM, jclass, jint, jlong, jmethodID, jobject};

/// JVMTI 9, the oldest that has early class hooks.
const VERSION: jint = 0x3009_0000;
/// One past the highest slot that is used.
const SLOTS: usize = 157;

/// `JVMTI_THREAD_NORM_PRIORITY`.
const NORMAL_PRIORITY: jint = 5;
/// `JVMTI_THREAD_STATE_SUSPENDED`.
const SUSPENDED: jint = 0x10_0000;

type Table = [*const c_void; SLOTS];

/// What JVMTI functions return; 0 is success.
pub type Status = jint;

/// A JVMTI environment.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Jvmti(*mut *const Table);

// SAFETY: a JVMTI environment may be used from any attached thread.
unsafe impl Send for Jvmti {}
// SAFETY: as above; the JVM does its own locking.
unsafe impl Sync for Jvmti {}

/// Capabilities, by their bit numbers in `jvmtiCapabilities`.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Capability {
    Bytecodes = 3,
    SourceFileName = 11,
    LineNumbers = 12,
    AllClassHookEvents = 26,
    GarbageCollectionEvents = 31,
    ConstantPool = 35,
    EarlyVmStart = 41,
    EarlyClassHookEvents = 42,
    /// JDK 21 and later: events of virtual threads, also of those that are threads of their own.
    VirtualThreads = 44,
}

/// Events, by their numbers.
#[derive(Clone, Copy)]
#[repr(i32)]
pub enum Event {
    VmInit = 50,
    ThreadStart = 52,
    ThreadEnd = 53,
    ClassFileLoadHook = 54,
    ClassLoad = 55,
    VmStart = 57,
    GarbageCollectionStart = 81,
    GarbageCollectionFinish = 82,
    VirtualThreadStart = 87,
    VirtualThreadEnd = 88,
}

/// `jvmtiEventCallbacks`: one pointer per event from 50 on.
#[repr(C)]
pub struct Callbacks {
    entries: [*const c_void; 39],
}

impl Callbacks {
    pub const fn new() -> Self {
        Callbacks {
            entries: [ptr::null(); 39],
        }
    }

    /// The function must have the signature that `jvmti.h` gives for the event.
    pub fn set(&mut self, event: Event, function: *const c_void) {
        self.entries[event as usize - 50] = function;
    }
}

pub type VmStartCallback = extern "system" fn(Jvmti, *mut JNIEnv);
pub type VmInitCallback = extern "system" fn(Jvmti, *mut JNIEnv, jobject);
pub type ThreadCallback = extern "system" fn(Jvmti, *mut JNIEnv, jobject);
pub type ClassCallback = extern "system" fn(Jvmti, *mut JNIEnv, jobject, jclass);
pub type AgentThread = extern "system" fn(Jvmti, *mut JNIEnv, *mut c_void);
pub type GcCallback = extern "system" fn(Jvmti);
pub type ClassHookCallback = extern "system" fn(
    Jvmti,
    *mut JNIEnv,
    jclass,
    jobject,
    *const c_char,
    jobject,
    jint,
    *const u8,
    *mut jint,
    *mut *mut u8,
);

/// One frame of `GetStackTrace`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FrameInfo {
    pub method: jmethodID,
    pub location: jlong,
}

#[repr(C)]
struct LineEntry {
    start: jlong,
    line: jint,
}

impl Jvmti {
    /// The environment of this virtual machine.
    ///
    /// # Safety
    /// `vm` is the pointer that the JVM passed to the agent.
    pub unsafe fn of(vm: *mut JavaVM) -> Result<Jvmti, Status> {
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: the invocation interface is valid for the life of the JVM.
        let status = unsafe { ((**vm).v1_2.GetEnv)(vm, &mut env, VERSION) };
        if status == 0 {
            Ok(Jvmti(env.cast()))
        } else {
            Err(status)
        }
    }

    /// The function in a slot. `F` must be its type as in `jvmti.h`.
    unsafe fn function<F: Copy>(self, slot: usize) -> F {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        // SAFETY: slots are numbered from 1 and all used ones exist since JVMTI 9.
        unsafe {
            let pointer = (**self.0)[slot - 1];
            std::mem::transmute_copy::<*const c_void, F>(&pointer)
        }
    }

    pub fn add_capabilities(self, wanted: &[Capability]) -> Status {
        let mut bits = [0u8; 16];
        for &capability in wanted {
            bits[capability as usize / 8] |= 1 << (capability as usize % 8);
        }
        // SAFETY: slot 142 is AddCapabilities; the bit set has the size of jvmtiCapabilities.
        unsafe {
            let f: extern "system" fn(Jvmti, *const u8) -> Status = self.function(142);
            f(self, bits.as_ptr())
        }
    }

    /// Whether this JVM knows the capability.
    pub fn has_capability(self, capability: Capability) -> bool {
        let mut bits = [0u8; 16];
        // SAFETY: slot 140 is GetPotentialCapabilities; the bit set has the size of
        // jvmtiCapabilities.
        let status = unsafe {
            let f: extern "system" fn(Jvmti, *mut u8) -> Status = self.function(140);
            f(self, bits.as_mut_ptr())
        };
        status == 0 && bits[capability as usize / 8] & (1 << (capability as usize % 8)) != 0
    }

    pub fn set_callbacks(self, callbacks: &Callbacks) -> Status {
        // SAFETY: slot 122 is SetEventCallbacks; the JVM copies the table.
        unsafe {
            let f: extern "system" fn(Jvmti, *const Callbacks, jint) -> Status = self.function(122);
            f(self, callbacks, size_of::<Callbacks>() as jint)
        }
    }

    pub fn enable(self, event: Event) -> Status {
        // SAFETY: slot 2 is SetEventNotificationMode, a variadic function that is
        // never passed more than these; on every JVMTI platform these arguments travel as for
        // an ordinary one.
        unsafe {
            let f: extern "C" fn(Jvmti, jint, jint, jobject, ...) -> Status = transmute::<
                *const c_void,
                extern "C" fn(Jvmti, jint, jint, jobject, ...) -> Status,
            >(
                (**self.0)[1]
            );
            f(self, 1, event as jint, ptr::null_mut())
        }
    }

    /// The identity hash code of an object.
    pub fn hash_code(self, object: jobject) -> jint {
        let mut hash: jint = 0;
        // SAFETY: slot 58 is GetObjectHashCode.
        unsafe {
            let f: extern "system" fn(Jvmti, jobject, *mut jint) -> Status = self.function(58);
            f(self, object, &mut hash);
        }
        hash
    }

    /// A copy of `bytes` in memory that the JVM owns, or null.
    pub fn copy_bytes(self, bytes: &[u8]) -> *mut u8 {
        let mut memory: *mut u8 = ptr::null_mut();
        // SAFETY: slot 46 is Allocate; the copy stays within what it returned.
        unsafe {
            let f: extern "system" fn(Jvmti, jlong, *mut *mut u8) -> Status = self.function(46);
            if f(self, bytes.len() as jlong, &mut memory) != 0 {
                return ptr::null_mut();
            }
            ptr::copy_nonoverlapping(bytes.as_ptr(), memory, bytes.len());
        }
        memory
    }

    fn deallocate(self, memory: *mut u8) {
        if !memory.is_null() {
            // SAFETY: slot 47 is Deallocate; `memory` came from the JVM.
            unsafe {
                let f: extern "system" fn(Jvmti, *mut u8) -> Status = self.function(47);
                f(self, memory);
            }
        }
    }

    /// A list that the JVM allocated; it is released.
    ///
    /// # Safety
    /// There are `count` entries at `table`, if there are any.
    unsafe fn take_list<T: Copy>(self, table: *mut T, count: jint) -> Vec<T> {
        if table.is_null() {
            return Vec::new();
        }
        // SAFETY: the caller's promise.
        let list = unsafe { std::slice::from_raw_parts(table, count as usize) }.to_vec();
        self.deallocate(table.cast());
        list
    }

    /// A string that the JVM allocated; it is released.
    fn take_string(self, memory: *mut c_char) -> String {
        if memory.is_null() {
            return String::new();
        }
        // SAFETY: JVMTI strings end in a zero byte.
        let text = unsafe { CStr::from_ptr(memory) }
            .to_string_lossy()
            .into_owned();
        self.deallocate(memory.cast());
        text
    }

    /// The frames of a thread, innermost first. The current thread if null.
    pub fn stack_trace(self, thread: jobject, depth: usize) -> Vec<FrameInfo> {
        let empty = FrameInfo {
            method: ptr::null_mut(),
            location: 0,
        };
        let mut frames = vec![empty; depth];
        let mut count: jint = 0;
        // SAFETY: slot 104 is GetStackTrace; the buffer has room for `depth` frames.
        let status = unsafe {
            let f: extern "system" fn(
                Jvmti,
                jobject,
                jint,
                jint,
                *mut FrameInfo,
                *mut jint,
            ) -> Status = self.function(104);
            f(
                self,
                thread,
                0,
                depth as jint,
                frames.as_mut_ptr(),
                &mut count,
            )
        };
        frames.truncate(if status == 0 { count as usize } else { 0 });
        frames
    }

    /// Runs a function on a thread of its own, which is hidden from the program and from debuggers.
    pub fn run_agent_thread(self, thread: jobject, function: AgentThread) -> Status {
        // SAFETY: slot 12 is RunAgentThread; nothing is passed to the function.
        unsafe {
            let f: extern "system" fn(Jvmti, jobject, AgentThread, *const c_void, jint) -> Status =
                self.function(12);
            f(self, thread, function, ptr::null(), NORMAL_PRIORITY)
        }
    }

    /// All threads that a debugger sees; the caller owns the references.
    pub fn threads(self) -> Vec<jobject> {
        let mut count: jint = 0;
        let mut table: *mut jobject = ptr::null_mut();
        // SAFETY: slot 4 is GetAllThreads; on success there are `count` entries.
        unsafe {
            let f: extern "system" fn(Jvmti, *mut jint, *mut *mut jobject) -> Status =
                self.function(4);
            match f(self, &mut count, &mut table) {
                0 => self.take_list(table, count),
                _ => Vec::new(),
            }
        }
    }

    /// Whether a debugger, or another agent, keeps the thread from running.
    pub fn is_suspended(self, thread: jobject) -> bool {
        let mut state: jint = 0;
        // SAFETY: slot 17 is GetThreadState.
        let status = unsafe {
            let f: extern "system" fn(Jvmti, jobject, *mut jint) -> Status = self.function(17);
            f(self, thread, &mut state)
        };
        status == 0 && state & SUSPENDED != 0
    }

    pub fn method_name(self, method: jmethodID) -> String {
        let mut name: *mut c_char = ptr::null_mut();
        // SAFETY: slot 64 is GetMethodName; unwanted results may be null.
        unsafe {
            let f: extern "system" fn(
                Jvmti,
                jmethodID,
                *mut *mut c_char,
                *mut *mut c_char,
                *mut *mut c_char,
            ) -> Status = self.function(64);
            f(self, method, &mut name, ptr::null_mut(), ptr::null_mut());
        }
        self.take_string(name)
    }

    pub fn method_class(self, method: jmethodID) -> jclass {
        let mut class: jclass = ptr::null_mut();
        // SAFETY: slot 65 is GetMethodDeclaringClass.
        unsafe {
            let f: extern "system" fn(Jvmti, jmethodID, *mut jclass) -> Status = self.function(65);
            f(self, method, &mut class);
        }
        class
    }

    /// The class's descriptor, such as `Ljava/lang/String;`.
    pub fn class_signature(self, class: jclass) -> String {
        let mut signature: *mut c_char = ptr::null_mut();
        // SAFETY: slot 48 is GetClassSignature; the generic one is not wanted.
        unsafe {
            let f: extern "system" fn(Jvmti, jclass, *mut *mut c_char, *mut *mut c_char) -> Status =
                self.function(48);
            f(self, class, &mut signature, ptr::null_mut());
        }
        self.take_string(signature)
    }

    /// Whether the class is linked, initialised, in error: the bits of `JVMTI_CLASS_STATUS_*`.
    pub fn class_status(self, class: jclass) -> jint {
        let mut status: jint = 0;
        // SAFETY: slot 49 is GetClassStatus.
        unsafe {
            let f: extern "system" fn(Jvmti, jclass, *mut jint) -> Status = self.function(49);
            f(self, class, &mut status);
        }
        status
    }

    /// All classes there are; the caller owns the references.
    pub fn loaded_classes(self) -> Vec<jclass> {
        let mut count: jint = 0;
        let mut table: *mut jclass = ptr::null_mut();
        // SAFETY: slot 78 is GetLoadedClasses; on success there are `count` entries.
        unsafe {
            let f: extern "system" fn(Jvmti, *mut jint, *mut *mut jclass) -> Status =
                self.function(78);
            match f(self, &mut count, &mut table) {
                0 => self.take_list(table, count),
                _ => Vec::new(),
            }
        }
    }

    /// All classes that a class can name without loading them; the caller owns the references.
    pub fn classes_known_to(self, class: jclass) -> Vec<jclass> {
        let mut loader: jobject = ptr::null_mut();
        let mut count: jint = 0;
        let mut table: *mut jclass = ptr::null_mut();
        // SAFETY: slot 57 is GetClassLoader, slot 79 is GetClassLoaderClasses, for which null is the boot loader; on
        // success there are `count` entries.
        unsafe {
            let f: extern "system" fn(Jvmti, jclass, *mut jobject) -> Status = self.function(57);
            if f(self, class, &mut loader) != 0 {
                return Vec::new();
            }
            let f: extern "system" fn(Jvmti, jobject, *mut jint, *mut *mut jclass) -> Status =
                self.function(79);
            match f(self, loader, &mut count, &mut table) {
                0 => self.take_list(table, count),
                _ => Vec::new(),
            }
        }
    }

    /// The bytecodes of a method, as its class file has them.
    pub fn bytecodes(self, method: jmethodID) -> Option<Vec<u8>> {
        let mut count: jint = 0;
        let mut table: *mut u8 = ptr::null_mut();
        // SAFETY: slot 75 is GetBytecodes; on success there are `count` bytes.
        unsafe {
            let f: extern "system" fn(Jvmti, jmethodID, *mut jint, *mut *mut u8) -> Status =
                self.function(75);
            let status = f(self, method, &mut count, &mut table);
            (status == 0).then(|| self.take_list(table, count))
        }
    }

    /// How many constants a class has, and their bytes, as its class file has them.
    pub fn constant_pool(self, class: jclass) -> Option<(u16, Vec<u8>)> {
        let mut constants: jint = 0;
        let mut count: jint = 0;
        let mut table: *mut u8 = ptr::null_mut();
        // SAFETY: slot 146 is GetConstantPool; on success there are `count` bytes.
        unsafe {
            let f: extern "system" fn(Jvmti, jclass, *mut jint, *mut jint, *mut *mut u8) -> Status =
                self.function(146);
            let status = f(self, class, &mut constants, &mut count, &mut table);
            (status == 0).then(|| (constants as u16, self.take_list(table, count)))
        }
    }

    /// Name of the class's source file.
    pub fn source_file(self, class: jclass) -> Option<String> {
        let mut name: *mut c_char = ptr::null_mut();
        // SAFETY: slot 50 is GetSourceFileName.
        let status = unsafe {
            let f: extern "system" fn(Jvmti, jclass, *mut *mut c_char) -> Status =
                self.function(50);
            f(self, class, &mut name)
        };
        (status == 0).then(|| self.take_string(name))
    }

    /// The source line of a location, 0 if unknown.
    pub fn line(self, frame: FrameInfo) -> i32 {
        let mut count: jint = 0;
        let mut table: *mut LineEntry = ptr::null_mut();
        // SAFETY: slot 70 is GetLineNumberTable; on success there are `count` entries.
        unsafe {
            let f: extern "system" fn(Jvmti, jmethodID, *mut jint, *mut *mut LineEntry) -> Status =
                self.function(70);
            if f(self, frame.method, &mut count, &mut table) != 0 {
                return 0;
            }
            let entries = std::slice::from_raw_parts(table, count as usize);
            let line = entries
                .iter()
                .filter(|e| e.start <= frame.location)
                .max_by_key(|e| e.start)
                .map_or(0, |e| e.line);
            self.deallocate(table.cast());
            line
        }
    }
}
