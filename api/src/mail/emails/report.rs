//! To the host: a person reports something.

use super::Email;
use crate::brief::clean::{name, tame, visible};
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// A report of a person.
pub struct Report {
    /// The id.
    pub id: String,
    /// The handle of the person who reports.
    pub reporter: String,
    /// The handle of the person who is reported, if it is one.
    pub person: Option<String>,
    /// The name and the id of the match that it is about, if it is about one.
    pub of_match: Option<(String, String)>,
    /// The note that it is about, if it is about one that still exists.
    pub note: Option<String>,
    /// The text of the person.
    pub text: String,
}

/// The end of each command. Filters take words around a long number for spam if another word follows it.
const REASON: &str = "--reason WHY";

impl Email for Report {
    fn subject(&self) -> String {
        match &self.person {
            Some(person) => format!("Report about @{person}"),
            None => "Report about a match".to_owned(),
        }
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let title = self.of_match.as_ref().map(|(title, _)| name(title));
        let about = match (&self.person, title) {
            (Some(person), Some(title)) => format!("@{person} in the match {title}"),
            (Some(person), None) => format!("@{person}"),
            (None, Some(title)) => format!("the match {title}"),
            (None, None) => "something".to_owned(),
        };
        let mut blocks = vec![
            Block::Lead(format!("@{} reports {about}.", self.reporter)),
            Block::words(format!("Report: {}", tame(&visible(&self.text)))),
        ];
        blocks.extend(self.note.as_ref().map(|note| Block::words(format!("Note: {}", tame(&visible(note))))));
        let person = self.person.as_ref().map(|person| format!("turnpost people block {person} {REASON}"));
        let of_match = self.of_match.as_ref().map(|(_, id)| id);
        let of_match = of_match.map(|id| ["hide", "end"].map(|act| format!("turnpost matches {act} {id} {REASON}")));
        let done = format!("turnpost reports done {} {REASON}", self.id);
        let commands: Vec<String> = person.into_iter().chain(of_match.into_iter().flatten()).chain([done]).collect();
        blocks.push(Block::words("Run these commands on the server, with your words in place of WHY:"));
        blocks.push(Block::list(&commands));
        blocks.push(Block::words("The reported person is not notified. `turnpost reports` lists the open reports."));
        blocks
    }

    fn reason(&self) -> &'static str {
        "You are the host of this Turnpost server (setting `host_address`)."
    }
}
