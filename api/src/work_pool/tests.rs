//! Tests of the threads for work that takes long.

use std::sync::mpsc;

use uuid::Uuid;

use super::queue::MAX_OF_A_SENDER;
use super::*;
use crate::ids::UserId;

fn sender(number: u128) -> Asker {
    Asker::Account(UserId(Uuid::from_u128(number)))
}

fn one_thread() -> WorkPool {
    WorkPool::on(1, Used::new(Some(Duration::from_secs(15))))
}

/// WorkPool of whom one is busy until the returned sender is dropped.
async fn busy(number: u128) -> (WorkPool, mpsc::Sender<()>) {
    let work_pool = one_thread();
    let ((open, door), (begun, begins)) = (mpsc::channel::<()>(), tokio::sync::oneshot::channel());
    let other = work_pool.clone();
    let work = move |_: &Deadline| {
        let _ = begun.send(());
        door.recv().unwrap_err();
    };
    tokio::spawn(async move { other.run_for(sender(number), Lane::Long, work).await });
    begins.await.unwrap();
    (work_pool, open)
}

#[tokio::test]
async fn the_sender_who_used_least_goes_first() {
    let (work_pool, open) = busy(1).await;
    // By pieces, the second sender has done the most; by time, the third.
    let now = Instant::now();
    (0..50).for_each(|_| work_pool.long.used().charge(sender(2), Duration::from_millis(2), now));
    work_pool.long.used().charge(sender(3), Duration::from_secs(3), now);
    work_pool.long.used().charge(sender(1), Duration::from_secs(5), now);
    let (done, order) = mpsc::channel();
    let mut waiting = Vec::new();
    for (number, name) in [(1, "a"), (1, "b"), (3, "c"), (3, "d"), (2, "e"), (4, "f")] {
        let done = done.clone();
        let mut work = Box::pin(work_pool.run_for(sender(number), Lane::Long, move |_| done.send(name).unwrap()));
        assert!(futures_util::poll!(&mut work).is_pending());
        waiting.push(work);
    }
    assert_eq!((work_pool.others_wait(sender(1)), work_pool.others_wait(sender(4))), (3, 2));
    drop((open, done));
    futures_util::future::try_join_all(waiting).await.unwrap();
    let order: Vec<_> = order.iter().collect();
    assert_eq!(order, ["f", "e", "c", "d", "a", "b"]);
}

#[tokio::test]
async fn work_without_a_sender_comes_last_and_is_charged_to_nobody() {
    let (work_pool, open) = busy(1).await;
    let (done, order) = mpsc::channel();
    let idle = done.clone();
    let mut idle = Box::pin(work_pool.run_idle(move || idle.send("idle").unwrap()));
    let mut gone = Box::pin(work_pool.run_idle(|| unreachable!("its caller is gone")));
    assert!(futures_util::poll!(&mut idle).is_pending() && futures_util::poll!(&mut gone).is_pending());
    drop(gone);
    assert_eq!(work_pool.others_wait(None), 0);
    let mut own = Box::pin(work_pool.run_for(sender(2), Lane::Long, move |_| done.send("own").unwrap()));
    assert!(futures_util::poll!(&mut own).is_pending());
    assert_eq!(work_pool.others_wait(None), 1);
    drop(open);
    assert_eq!(tokio::join!(idle, own), (Ok(()), Ok(())));
    assert_eq!(order.iter().collect::<Vec<_>>(), ["own", "idle"]);
    assert_eq!(work_pool.free(), 1);
}

#[tokio::test]
async fn a_sender_has_a_bounded_line_and_others_have_theirs() {
    let (work_pool, open) = busy(1).await;
    let mut waiting = Vec::new();
    for _ in 1..MAX_OF_A_SENDER {
        let mut work = Box::pin(work_pool.run_for(sender(1), Lane::Long, |_| {}));
        assert!(futures_util::poll!(&mut work).is_pending());
        waiting.push(work);
    }
    assert_eq!(work_pool.run_for(sender(1), Lane::Long, |_| {}).await, Err(NotDone::TooMuch(1)));
    let mut other = Box::pin(work_pool.run_for(sender(2), Lane::Long, |_| {}));
    assert!(futures_util::poll!(&mut other).is_pending());
    // Those who leave make room.
    waiting.clear();
    let mut further = Box::pin(work_pool.run_for(sender(1), Lane::Long, |_| {}));
    assert!(futures_util::poll!(&mut further).is_pending());
    drop(open);
    assert_eq!((other.await, further.await), (Ok(()), Ok(())));
}

#[tokio::test]
async fn emails_and_small_pictures_do_not_wait_for_long_work() {
    let (work_pool, _open) = busy(1).await;
    assert_eq!(work_pool.free(), 0);
    assert_eq!(work_pool.compose(|| 1).await, Ok(1));
    assert_eq!(work_pool.run_for(sender(1), Lane::Short, |_| 2).await, Ok(2));
    assert_eq!(work_pool.run_for(sender(2), Lane::Short, |_| 3).await, Ok(3));
}

#[tokio::test]
async fn a_sender_who_has_used_its_time_waits() {
    let work_pool = one_thread();
    work_pool.long.used().charge(sender(1), Duration::from_secs(16), Instant::now());
    let refused = work_pool.run_for(sender(1), Lane::Long, |_| ()).await;
    assert!(matches!(refused, Err(NotDone::TooMuch(4 | 5))), "{refused:?}");
    assert_eq!(work_pool.run_for(sender(2), Lane::Long, |_| ()).await, Ok(()));
    let thinkers = WorkPool::on(1, Used::new(None));
    thinkers.long.used().charge(sender(1), Duration::from_secs(1000), Instant::now());
    assert_eq!(thinkers.run_for(sender(1), Lane::Long, |_| ()).await, Ok(()));
}

#[tokio::test]
async fn a_piece_has_a_deadline_and_is_charged_for_its_time() {
    let work_pool = one_thread();
    let rest = work_pool.run_for(sender(1), Lane::Long, |deadline| {
        let rest = deadline.0.saturating_duration_since(Instant::now());
        while Instant::now() + rest < deadline.0 + Duration::from_millis(5) {
            std::hint::spin_loop();
        }
        rest
    });
    let rest = rest.await.unwrap();
    assert!(rest <= LONGEST && rest > LONGEST / 2, "{rest:?}");
    assert!(work_pool.long.used().by(sender(1), Instant::now()) > Duration::from_millis(1));
}

#[tokio::test]
async fn a_panic_frees_the_thread_and_the_line() {
    let work_pool = one_thread();
    let spilled = work_pool.run_for(sender(1), Lane::Long, |_| panic!("spilled on purpose")).await;
    assert_eq!(spilled, Err::<(), _>(NotDone::Spilled));
    assert_eq!(work_pool.run_for(sender(1), Lane::Long, |_| 7).await, Ok(7));
    assert_eq!(work_pool.free(), 1);
}
