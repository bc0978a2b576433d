//! The rules of Turnpost's games for JavaScript: calls as JSON, played by `engine`.

mod call;
mod memory;
mod position;
