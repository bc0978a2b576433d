//! stub
use crate::{
    db::people::LetterKind,
    secrets::{Purpose, Secrets},
};
use uuid::Uuid;
/// stub
pub fn path(secrets: &Secrets, user: Uuid, kind: LetterKind) -> String {
    let mut subject = user.as_bytes().to_vec();
    subject.push(kind as u8);
    format!("/unsubscribe/{}", secrets.link(Purpose::Unsubscribe, &subject))
}
