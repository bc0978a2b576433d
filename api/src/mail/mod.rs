//! Mail.
/// Is this a sender?
pub fn check_sender(_: &str) -> Result<(), String> {
    Ok(())
}
