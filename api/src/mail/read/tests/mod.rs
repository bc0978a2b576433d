//! Tests of the reading of messages. The emails that are quoted are the golden ones of the sending side.

mod attributions;
mod cut_out;
mod headers;
mod machines;
mod parts;
mod programs;
mod properties;
mod sample;
mod sealed;
mod written;
