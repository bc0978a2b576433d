//! Notes that the server is alive, and looks at the machine's clock.

use tokio_util::sync::CancellationToken;

use super::{EMAILS, pause};
use crate::app::App;
use crate::play::caught;
use crate::play::game::alive;

/// Notes once a minute that the server is alive, and looks whether the machine's clock has jumped.
pub(super) async fn be_alive(app: App, stop: CancellationToken) {
    let (mut noted_at, mut jumped) = (app.clock.now(), false);
    while !stop.is_cancelled() {
        let jump = app.clock.jump();
        match jump {
            Some(jump) if !jumped => tracing::error!("{}", alive::in_words(jump)),
            None if jumped => tracing::info!("the clock of this machine is correct again"),
            Some(_) | None => {}
        }
        jumped = jump.is_some();
        // The host may have said that a clock which has jumped is right.
        if jumped || (app.clock.now() - noted_at).abs() >= alive::NOTED {
            match caught(alive::beat(&app)).await {
                Ok(()) => noted_at = app.clock.now(),
                Err(refusal) => tracing::error!(%refusal, "cannot record that the server is running"),
            }
        }
        pause(EMAILS, &stop).await;
    }
}
