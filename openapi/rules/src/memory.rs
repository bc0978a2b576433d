//! The border to JavaScript, and the only unsafe code: numbers alone cross it, so texts are passed as places in the module's memory.
//!
//! JavaScript asks for a place with `alloc`, writes a call there, and passes it to `call`. Both texts that come back are read before the
//! function returns to Rust, so nothing has to be freed from outside.

use std::sync::Once;

#[link(wasm_import_module = "js")]
unsafe extern "C" {
    /// Takes the reply to the present call.
    safe fn reply(pointer: *const u8, length: usize);
    /// Takes the message of a panic. The present call ends with a trap after it, and the instance must not be used again.
    safe fn panicked(pointer: *const u8, length: usize);
}

/// A place for so many bytes, which the next `call` takes over.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let message = info.to_string();
            panicked(message.as_ptr(), message.len());
        }));
    });
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Plays the call at this place, and replies.
///
/// # Safety
/// `alloc` gave the place for this length, and no call has taken it yet.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn call(pointer: *mut u8, length: usize) {
    // SAFETY: the place is a boxed slice that `alloc` made, and it has no other owner.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) };
    let text = crate::call::answer(&bytes);
    reply(text.as_ptr(), text.len());
}
