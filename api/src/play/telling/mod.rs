//! What readers are told of a match: pages, stories, links, notices.

pub mod answers;
pub mod brief;
pub mod digest;
pub mod grace;
pub mod kept_pages;
pub mod lessons;
pub mod links;
pub mod look;
pub(in crate::play) mod news;
pub mod notes;
pub mod notices;
pub mod relay;
pub mod reply;
pub mod tries;
pub mod turn_list;
