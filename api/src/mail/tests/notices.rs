//! Samples of the emails that tell what was done in the name of an account.

use super::sample::{Taste, link, now};
use crate::mail::{AccountNotice, Email, Noticed};

/// Each of them, with the name of its golden file.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let client = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    let notice = |what, path| AccountNotice {
        reader: taste.names[0].to_owned(),
        what,
        at: now(),
        zone: chrono_tz::Europe::Berlin,
        network: "192.0.2".to_owned(),
        client: client.to_owned(),
        link: link(path),
    };
    let deleted = AccountNotice {
        reader: String::new(),
        zone: chrono_tz::UTC,
        ..notice(Noticed::Deleted { handle: "anna".to_owned(), kept_days: Some(90) }, "/sign-in")
    };
    vec![
        ("notice-new-network", Box::new(notice(Noticed::NewNetwork, "/account#sessions"))),
        ("notice-new-token", Box::new(notice(Noticed::NewToken(taste.title.to_owned()), "/account#tokens"))),
        ("notice-token-reuse", Box::new(notice(Noticed::TokenReuse, "/account#sessions"))),
        ("notice-new-app", Box::new(notice(Noticed::NewApp(taste.title.to_owned()), "/account#apps"))),
        ("notice-app-reuse", Box::new(notice(Noticed::AppReuse(taste.title.to_owned()), "/account#apps"))),
        ("notice-deleted", Box::new(deleted)),
    ]
}
