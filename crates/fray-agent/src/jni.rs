//! The few JNI calls that the agent makes, with Rust types.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

use jni_sys::{
    JNIEnv, JNINativeMethod, JavaVM, jboolean, jbyte, jclass, jfieldID, jint, jmethodID, jobject,
    jobjectArray, jstring, jvalue,
};

/// The JNI environment of the calling thread.
#[derive(Clone, Copy)]
pub struct Env(*mut JNIEnv);

/// Calls a JNI function of the table by name.
macro_rules! jni {
    ($env:expr, $name:ident $(, $arg:expr)*) => {
        ((**$env.0).v1_6.$name)($env.0 $(, $arg)*)
    };
}

impl Env {
    /// # Safety
    /// `raw` is the environment that the JVM passed to this call, on this thread.
    pub unsafe fn new(raw: *mut JNIEnv) -> Env {
        Env(raw)
    }

    /// The raw pointer, an address near the thread's data in HotSpot.
    pub fn raw(self) -> *mut JNIEnv {
        self.0
    }

    /// Defines a class of the boot loader.
    pub fn define_boot_class(self, name: &str, bytes: &[u8]) -> Option<jclass> {
        let name = CString::new(name).ok()?;
        // SAFETY: valid environment; the bytes outlive the call; a null loader is the boot loader.
        let class = unsafe {
            jni!(
                self,
                DefineClass,
                name.as_ptr(),
                ptr::null_mut(),
                bytes.as_ptr().cast::<jbyte>(),
                bytes.len() as jint
            )
        };
        self.clear_exception();
        (!class.is_null()).then_some(class)
    }

    pub fn find_class(self, name: &CStr) -> Option<jclass> {
        // SAFETY: valid environment and a zero-terminated name.
        let class = unsafe { jni!(self, FindClass, name.as_ptr()) };
        self.clear_exception();
        (!class.is_null()).then_some(class)
    }

    pub fn field_id(
        self,
        class: jclass,
        name: &CStr,
        descriptor: &CStr,
        is_static: bool,
    ) -> Option<jfieldID> {
        // SAFETY: valid environment, class reference and zero-terminated names.
        let id = unsafe {
            if is_static {
                jni!(
                    self,
                    GetStaticFieldID,
                    class,
                    name.as_ptr(),
                    descriptor.as_ptr()
                )
            } else {
                jni!(self, GetFieldID, class, name.as_ptr(), descriptor.as_ptr())
            }
        };
        self.clear_exception();
        (!id.is_null()).then_some(id)
    }

    /// The `java.lang.reflect.Field` of a field, or null.
    pub fn reflected_field(self, class: jclass, field: jfieldID, is_static: bool) -> jobject {
        // SAFETY: the field belongs to the class.
        let field = unsafe {
            jni!(
                self,
                ToReflectedField,
                class,
                field,
                jboolean::from(is_static)
            )
        };
        self.clear_exception();
        field
    }

    /// Puts a function behind a native method.
    pub fn register_native(
        self,
        class: &CStr,
        name: &CStr,
        descriptor: &CStr,
        function: *mut c_void,
    ) -> bool {
        let Some(class) = self.find_class(class) else {
            return false;
        };
        let method = JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: descriptor.as_ptr().cast_mut(),
            fnPtr: function,
        };
        // SAFETY: valid environment, class and zero-terminated names, which the JVM only reads; callers
        // pass a function with the signature of the method.
        let status = unsafe { jni!(self, RegisterNatives, class, &method, 1) };
        self.clear_exception();
        status == 0
    }

    pub fn int_field(self, object: jobject, field: jfieldID) -> i32 {
        // SAFETY: callers pass an object that has this int field.
        unsafe { jni!(self, GetIntField, object, field) }
    }

    /// The name of a thread.
    pub fn thread_name(self, thread: jobject) -> Option<String> {
        let class = self.find_class(c"java/lang/Thread")?;
        let field = self.field_id(class, c"name", c"Ljava/lang/String;", false)?;
        self.string_field(thread, field)
    }

    pub fn string_field(self, object: jobject, field: jfieldID) -> Option<String> {
        // SAFETY: callers pass an object that has this field, a string.
        self.string(unsafe { jni!(self, GetObjectField, object, field) })
    }

    /// The value of a static field, given with its class.
    pub fn static_object(self, (class, field): (jclass, jfieldID)) -> jobject {
        // SAFETY: callers pass a field of this class that holds a reference.
        unsafe { jni!(self, GetStaticObjectField, class, field) }
    }

    pub fn static_boolean(self, class: jclass, field: jfieldID) -> bool {
        // SAFETY: callers pass a field of this class that holds a boolean.
        unsafe { jni!(self, GetStaticBooleanField, class, field) != jboolean::from(false) }
    }

    pub fn global_ref(self, object: jobject) -> jobject {
        // SAFETY: valid environment and reference.
        unsafe { jni!(self, NewGlobalRef, object) }
    }

    pub fn drop_global_ref(self, object: jobject) {
        // SAFETY: callers own this global reference and forget it.
        unsafe { jni!(self, DeleteGlobalRef, object) }
    }

    pub fn drop_local_ref(self, object: jobject) {
        // SAFETY: callers own this local reference and forget it.
        unsafe { jni!(self, DeleteLocalRef, object) }
    }

    /// The class of an object.
    pub fn object_class(self, object: jobject) -> jclass {
        // SAFETY: callers pass an object.
        unsafe { jni!(self, GetObjectClass, object) }
    }

    pub fn same(self, a: jobject, b: jobject) -> bool {
        // SAFETY: valid references.
        unsafe { jni!(self, IsSameObject, a, b) != jboolean::from(false) }
    }

    /// A static method, or null.
    pub fn static_method_id(self, class: jclass, name: &CStr, descriptor: &CStr) -> jmethodID {
        // SAFETY: valid environment, class and zero-terminated names.
        let method = unsafe {
            jni!(
                self,
                GetStaticMethodID,
                class,
                name.as_ptr(),
                descriptor.as_ptr()
            )
        };
        self.clear_exception();
        method
    }

    /// Calls a static method without parameters that returns an object.
    pub fn call_static_object(self, class: jclass, method: jmethodID) -> jobject {
        // SAFETY: callers pass a method of this class and shape.
        let result = unsafe { jni!(self, CallStaticObjectMethodA, class, method, ptr::null()) };
        self.clear_exception();
        result
    }

    /// Calls a static method that gives a boolean.
    pub fn call_static_boolean(self, class: jclass, method: jmethodID, of: &[jvalue]) -> bool {
        // SAFETY: callers pass a method of this class and shape.
        let result = unsafe { jni!(self, CallStaticBooleanMethodA, class, method, of.as_ptr()) };
        self.clear_exception();
        result
    }

    /// Calls the static initialiser of a class that has been initialised; whether it succeeds.
    pub fn call_initialiser(self, class: jclass) -> bool {
        let method = self.static_method_id(class, c"<clinit>", c"()V");
        if method.is_null() {
            return false;
        }
        // SAFETY: the method is this class's, and has no parameters.
        unsafe { jni!(self, CallStaticVoidMethodA, class, method, ptr::null()) };
        !self.clear_exception()
    }

    /// The JVM that this is the environment of.
    pub fn vm(self) -> Option<*mut JavaVM> {
        let mut vm = ptr::null_mut();
        // SAFETY: valid environment.
        let status = unsafe { jni!(self, GetJavaVM, &mut vm) };
        (status == 0).then_some(vm)
    }

    /// The version of JNI: major in the upper 16 bits.
    pub fn version(self) -> jint {
        // SAFETY: valid environment.
        unsafe { jni!(self, GetVersion) }
    }

    /// Calls `static void main(String[])`; false if the class has none. An exception of the
    /// program stays pending: the caller's return throws it.
    pub fn call_main(self, class: jclass, arguments: jobjectArray) -> bool {
        // SAFETY: the method has this signature; the JVM checks nothing else, as for any launcher.
        unsafe {
            let name = c"main";
            let descriptor = c"([Ljava/lang/String;)V";
            let main = jni!(
                self,
                GetStaticMethodID,
                class,
                name.as_ptr(),
                descriptor.as_ptr()
            );
            if main.is_null() {
                // Either there is no such method or the class could not be initialised.
                return !self.clear_missing_method();
            }
            let arguments = [jvalue { l: arguments }];
            jni!(self, CallStaticVoidMethodA, class, main, arguments.as_ptr());
            true
        }
    }

    /// A new object by a `java.lang.reflect.Constructor` with two object parameters. Null with an
    /// exception pending if that fails.
    pub fn construct(self, constructor: jobject, first: jobject, second: jobject) -> jobject {
        // SAFETY: callers pass arguments that fit the constructor.
        unsafe {
            let method = jni!(self, FromReflectedMethod, constructor);
            let class = self.declaring_class(constructor);
            let arguments = [jvalue { l: first }, jvalue { l: second }];
            jni!(self, NewObjectA, class, method, arguments.as_ptr())
        }
    }

    /// A thread of this name that has not been started.
    pub fn new_thread(self, name: &str) -> Option<jobject> {
        let class = self.find_class(c"java/lang/Thread")?;
        let init = c"<init>";
        let descriptor = c"(Ljava/lang/String;)V";
        let arguments = [jvalue {
            l: self.new_string(name),
        }];
        // SAFETY: the class has this constructor.
        let thread = unsafe {
            let method = jni!(self, GetMethodID, class, init.as_ptr(), descriptor.as_ptr());
            jni!(self, NewObjectA, class, method, arguments.as_ptr())
        };
        self.clear_exception();
        (!thread.is_null()).then_some(thread)
    }

    /// Leaves a new error pending, of a class that has a constructor without parameters.
    pub fn throw_new(self, class: jclass) {
        let (init, descriptor) = (c"<init>", c"()V");
        // SAFETY: the class has this constructor, and is one of errors.
        unsafe {
            let method = jni!(self, GetMethodID, class, init.as_ptr(), descriptor.as_ptr());
            let error = jni!(self, NewObjectA, class, method, ptr::null());
            jni!(self, Throw, error);
        }
    }

    /// The class that a reflected constructor belongs to.
    fn declaring_class(self, constructor: jobject) -> jclass {
        // SAFETY: `Constructor` has this method, and the result is a class.
        unsafe {
            let class = self.object_class(constructor);
            let name = c"getDeclaringClass";
            let descriptor = c"()Ljava/lang/Class;";
            let get = jni!(self, GetMethodID, class, name.as_ptr(), descriptor.as_ptr());
            let class = jni!(self, CallObjectMethodA, constructor, get, ptr::null());
            self.clear_exception();
            class
        }
    }

    /// Clears a pending `NoSuchMethodError`; false if something else is pending.
    fn clear_missing_method(self) -> bool {
        // SAFETY: valid environment; the error is put back if it is another one.
        unsafe {
            let error = jni!(self, ExceptionOccurred);
            jni!(self, ExceptionClear);
            let missing = self
                .find_class(c"java/lang/NoSuchMethodError")
                .is_some_and(|class| jni!(self, IsInstanceOf, error, class));
            if !missing {
                jni!(self, Throw, error);
            }
            missing
        }
    }

    /// Enters the object's real monitor.
    pub fn monitor_enter(self, object: jobject) {
        // SAFETY: valid reference; failures leave an exception, which the caller's return throws.
        unsafe { jni!(self, MonitorEnter, object) };
    }

    /// Leaves the object's real monitor once.
    pub fn monitor_exit(self, object: jobject) {
        // SAFETY: as for `monitor_enter`.
        unsafe { jni!(self, MonitorExit, object) };
    }

    /// A Java string as UTF-8 (JNI's own variant, lossily), `None` for null.
    pub fn string(self, text: jstring) -> Option<String> {
        if text.is_null() {
            return None;
        }
        // SAFETY: the characters are released before the reference goes away.
        unsafe {
            let chars: *const c_char = jni!(self, GetStringUTFChars, text, ptr::null_mut());
            if chars.is_null() {
                self.clear_exception();
                return None;
            }
            let owned = CStr::from_ptr(chars).to_string_lossy().into_owned();
            jni!(self, ReleaseStringUTFChars, text, chars);
            Some(owned)
        }
    }

    pub fn new_string(self, text: &str) -> jstring {
        let text = CString::new(text.replace('\0', "")).unwrap_or_default();
        // SAFETY: valid environment and a zero-terminated text.
        unsafe { jni!(self, NewStringUTF, text.as_ptr()) }
    }

    /// The elements of an array, each a local reference.
    pub fn elements(self, array: jobjectArray) -> Vec<jobject> {
        if array.is_null() {
            return Vec::new();
        }
        // SAFETY: indexes stay below the array's length.
        unsafe {
            let length = jni!(self, GetArrayLength, array);
            let element = |i| jni!(self, GetObjectArrayElement, array, i);
            (0..length).map(element).collect()
        }
    }

    pub fn strings(self, array: jobjectArray) -> Vec<String> {
        if array.is_null() {
            return Vec::new();
        }
        // SAFETY: indexes stay below the array's length.
        unsafe {
            let length = jni!(self, GetArrayLength, array);
            (0..length)
                .filter_map(|i| {
                    let element = jni!(self, GetObjectArrayElement, array, i);
                    let text = self.string(element);
                    self.drop_local_ref(element);
                    text
                })
                .collect()
        }
    }

    /// A Java `String[]`, or null with an exception pending.
    pub fn new_strings(self, texts: &[&str]) -> jobjectArray {
        self.new_array(c"java/lang/String", texts, |text| self.new_string(text))
    }

    /// An array with the object that is made of each element, all of which are of this class.
    pub fn new_array<T>(
        self,
        class: &CStr,
        elements: &[T],
        make: impl Fn(&T) -> jobject,
    ) -> jobjectArray {
        let Some(class) = self.find_class(class) else {
            return ptr::null_mut();
        };
        let length = elements.len() as jint;
        // SAFETY: the objects are of the class, as the caller says; indexes stay below the length.
        unsafe {
            let array = jni!(self, NewObjectArray, length, class, ptr::null_mut());
            if !array.is_null() {
                for (i, element) in elements.iter().enumerate() {
                    let element = make(element);
                    jni!(self, SetObjectArrayElement, array, i as jint, element);
                }
            }
            array
        }
    }

    /// Copies a part of a Java byte array.
    pub fn bytes(self, array: jobject, offset: jint, length: jint) -> Vec<u8> {
        let mut buffer = vec![0u8; length.max(0) as usize];
        // SAFETY: the buffer has `length` bytes; the JVM checks the range itself.
        unsafe {
            jni!(
                self,
                GetByteArrayRegion,
                array,
                offset,
                length,
                buffer.as_mut_ptr().cast()
            )
        };
        self.clear_exception();
        buffer
    }

    /// A Java byte array, or null with an exception pending.
    pub fn new_bytes(self, bytes: &[u8]) -> jobject {
        let length = bytes.len() as jint;
        // SAFETY: the array is as long as the bytes.
        unsafe {
            let array = jni!(self, NewByteArray, length);
            if !array.is_null() {
                jni!(
                    self,
                    SetByteArrayRegion,
                    array,
                    0,
                    length,
                    bytes.as_ptr().cast()
                );
            }
            array
        }
    }

    /// Clears a pending exception; whether there was one.
    pub fn clear_exception(self) -> bool {
        // SAFETY: valid environment.
        unsafe {
            let pending = jni!(self, ExceptionCheck);
            if pending {
                jni!(self, ExceptionClear);
            }
            pending
        }
    }
}

/// Runs `body` while the calling thread is one of the JVM's; `None` if it cannot be.
///
/// # Safety
/// `vm` is the JVM of this process, and does not know the calling thread yet.
pub unsafe fn attached<R>(vm: *mut JavaVM, body: impl FnOnce(Env) -> R) -> Option<R> {
    let mut env = ptr::null_mut();
    // SAFETY: as the caller promises; it has the JVM's default name and group.
    let status =
        unsafe { ((**vm).v1_4.AttachCurrentThreadAsDaemon)(vm, &mut env, ptr::null_mut()) };
    if status != 0 {
        return None;
    }
    // SAFETY: this thread's environment, as the JVM has just said.
    let result = body(unsafe { Env::new(env.cast()) });
    // SAFETY: attached above, and without Java frames.
    unsafe { ((**vm).v1_4.DetachCurrentThread)(vm) };
    Some(result)
}
