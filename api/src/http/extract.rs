//! Extractors.
use actix_web::web;
/// Placeholder.
pub fn configure(_: &mut web::ServiceConfig) {}
