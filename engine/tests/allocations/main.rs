//! Tests that count allocations. In a test binary of their own, because it counts every one.

mod cards;
mod inputs;
mod playouts;
