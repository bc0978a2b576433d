//! Bodies of requests: they have to come at a least rate.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::Method;
use actix_web::web::Bytes;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep};

/// The bytes for which a body has a second more.
const RATE: f64 = 1024.0;

/// Ends the body of a request with an error if it comes too slowly: it has this time, and a second for each [`RATE`] bytes.
pub(super) fn hurry(request: &mut ServiceRequest, grace: Duration) {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return;
    }
    let body =
        Hurried { body: request.take_payload(), due: Instant::now() + grace, received: 0, end: None, is_over: false };
    request.set_payload(Payload::Stream { payload: Box::pin(body) });
}

/// A body, and the time at which it is due, but for what its length adds.
struct Hurried<S> {
    body: S,
    due: Instant,
    received: usize,
    end: Option<Pin<Box<Sleep>>>,
    is_over: bool,
}

impl<S: Stream<Item = Result<Bytes, PayloadError>> + Unpin> Stream for Hurried<S> {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let hurried = &mut *self;
        if hurried.is_over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(next) = Pin::new(&mut hurried.body).poll_next(context) {
            hurried.received += next.as_ref().and_then(|part| part.as_ref().ok()).map_or(0, Bytes::len);
            return Poll::Ready(next);
        }
        // Most bodies come with their heads, and need no timer.
        let end = hurried.end.get_or_insert_with(|| Box::pin(sleep(Duration::ZERO)));
        end.as_mut().reset(hurried.due + Duration::from_secs_f64(hurried.received as f64 / RATE));
        if end.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        hurried.is_over = true;
        Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::*;

    const GRACE: Duration = Duration::from_secs(10);

    fn hurried(
        seconds: u64,
        parts: usize,
        bytes: usize,
    ) -> Hurried<impl Stream<Item = Result<Bytes, PayloadError>> + Unpin> {
        let part = move |number| async move {
            sleep(Duration::from_secs(seconds)).await;
            (number < parts).then(|| (Ok(Bytes::from(vec![b'a'; bytes])), number + 1))
        };
        let body = Box::pin(stream::unfold(0, part));
        Hurried { body, due: Instant::now() + GRACE, received: 0, end: None, is_over: false }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_byte_by_byte_ends_after_the_grace() {
        let began = Instant::now();
        let parts: Vec<_> = hurried(4, 1000, 1).collect().await;
        assert!(
            matches!(parts[2], Err(PayloadError::Io(ref why)) if why.kind() == io::ErrorKind::TimedOut),
            "{parts:?}"
        );
        assert!(began.elapsed() >= GRACE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_comes_slowly_is_read_to_its_end() {
        let parts: Vec<_> = hurried(5, 40, 8000).take(1000).collect().await;
        assert_eq!(parts.iter().filter(|part| part.is_ok()).count(), 40);
        assert_eq!(parts.len(), 40);
    }
}
