//! stub
/// stub
pub async fn run(_: Option<String>) -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}
