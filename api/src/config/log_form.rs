//! The form of the log.

use std::str::FromStr;

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// Lines for people.
    Text,
    /// A JSON object a line, for programs.
    Json,
}

impl FromStr for LogForm {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<LogForm, &'static str> {
        match text {
            "text" => Ok(LogForm::Text),
            "json" => Ok(LogForm::Json),
            _ => Err("expected `text` or `json`"),
        }
    }
}
