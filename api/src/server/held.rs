//! Refusals of the limits of requests are held for a moment.

use std::time::Duration;

use actix_web::http::StatusCode;
use tokio::time::sleep;

use crate::http::problem::Kind;

/// The time for which such a refusal is held. A connection has one request at a time, so a client that asks again and again gets at most
/// two refusals a second on each of its connections, and a network has few of those.
const HELD: Duration = Duration::from_millis(500);

/// Waits if a response with this status refuses a request over a limit: without that, a client that does not heed Retry-After
/// takes the processors from all others with requests that are refused.
pub(super) async fn hold(status: StatusCode) {
    if status.as_u16() == Kind::RATE_LIMITED.status {
        sleep(HELD).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn refusals_of_the_limits_are_held_and_other_answers_are_not() {
        let began = Instant::now();
        for status in [StatusCode::OK, StatusCode::NOT_FOUND, StatusCode::UNAUTHORIZED, StatusCode::SERVICE_UNAVAILABLE]
        {
            hold(status).await;
        }
        assert_eq!(began.elapsed(), Duration::ZERO);
        hold(StatusCode::TOO_MANY_REQUESTS).await;
        assert_eq!(began.elapsed(), HELD);
    }
}
