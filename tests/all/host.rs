//! What the host decides with the commands about people and matches.

mod listed;
mod matches;
mod people;
mod reports;

use tests::Server;
use turnpost::app::App;
use turnpost::events::Hub;
use turnpost::play::people::host::Reason;
use turnpost::play::telling::relay;
use turnpost::play::{self};

/// Does what a command does: in shared parts of its own, beside a server that runs.
pub(crate) async fn command<T>(server: &Server, work: impl AsyncFnOnce(&App) -> play::Result<T>) -> play::Result<T> {
    let app = App { hub: Hub::among_servers("command".to_owned()), ..server.app.clone() };
    let done = work(&app).await;
    relay::send(&app).await?;
    done
}

/// A reason.
pub(crate) fn reason() -> Reason {
    Reason::read("One person played both seats").unwrap()
}
