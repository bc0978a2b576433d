//! Tests that count allocations. In a test binary of their own, because it counts every one.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "times are printed, and never asserted")]

mod cards;
mod inputs;
mod playouts;
