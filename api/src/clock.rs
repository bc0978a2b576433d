//! Time as a value: everything that depends on the time of day asks here, and tests set it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::Instant;

use chrono::{DateTime, Duration, Utc};
use tokio::sync::Notify;

/// A change of the machine's clock by more than this is a jump.
pub const JUMP: Duration = Duration::minutes(10);

/// The time of day: the machine's, or one that only moves when it is told to.
///
/// The machine's clock is compared with the time that has passed. After a jump the time continues as it passes, until the clock of the
/// machine is right again or the host has said that it is ([`Clock::accept`]).
#[derive(Clone, Debug)]
pub struct Clock(Arc<Kind>);

/// A moment by a [`Clock`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The time of day, to the millisecond.
    pub now: DateTime<Utc>,
    /// A time that passes while the process is not awake: the same, or for tests the time that it was [asleep](Clock::advance_asleep). So
    /// a test that moves its clock on has been awake.
    pub awake: DateTime<Utc>,
}

#[derive(Debug)]
enum Kind {
    Machine(Machine),
    Standing(Standing),
}

/// A clock of a test, in milliseconds.
#[derive(Debug)]
struct Standing {
    /// The time of day, less the time in which the process was asleep.
    awake: AtomicI64,
    /// The time by which the clock of the machine would have jumped.
    jump: AtomicI64,
    /// The time in which the process was asleep.
    asleep: AtomicI64,
    moved: Notify,
}

/// The machine's clock.
#[derive(Debug)]
struct Machine {
    passing: Passing,
    seen: RwLock<Seen>,
}

/// What the last look at the machine's clock found.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The time of day at which the count of the passing time would have been zero.
    base: i64,
    /// The time by which the machine's clock has jumped since, and has not been accepted.
    jump: i64,
    /// The time of the look.
    now: i64,
    /// The same by a count that costs nothing to read.
    at: Instant,
}

/// The count of the time that passes.
#[derive(Clone, Copy, Debug)]
enum Passing {
    /// That of Linux, which also counts while the machine sleeps.
    Uptime,
    /// That of the process.
    Since(Instant),
}

impl Passing {
    fn new() -> Passing {
        if uptime().is_some() { Passing::Uptime } else { Passing::Since(Instant::now()) }
    }

    /// Milliseconds; none if they cannot be read now.
    fn count(self) -> Option<i64> {
        match self {
            Passing::Uptime => uptime(),
            Passing::Since(start) => i64::try_from(start.elapsed().as_millis()).ok(),
        }
    }
}

/// The time since the start of the machine in milliseconds, the time of its sleep included; none if this is no Linux.
fn uptime() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/uptime").ok()?;
    let (seconds, rest) = text.split_once(' ')?.0.split_once('.')?;
    let parts: i64 = format!("{rest:0<3}").get(..3)?.parse().ok()?;
    Some(seconds.parse::<i64>().ok()? * 1000 + parts)
}

fn is_jump(milliseconds: i64) -> bool {
    milliseconds.abs() > JUMP.num_milliseconds()
}

fn machine_now() -> i64 {
    Utc::now().timestamp_millis()
}

impl Machine {
    fn new() -> Machine {
        let (passing, now) = (Passing::new(), machine_now());
        let base = now - passing.count().unwrap_or_default();
        Machine { passing, seen: RwLock::new(Seen { base, jump: 0, now, at: Instant::now() }) }
    }

    /// The time of day, and by what the machine's clock differs from it.
    fn read(&self) -> (i64, i64) {
        let seen = *self.seen.read().unwrap_or_else(PoisonError::into_inner);
        let now = machine_now() - seen.jump;
        let passed = i64::try_from(seen.at.elapsed().as_millis()).unwrap_or(i64::MAX / 2);
        // The count of the process pauses while the machine sleeps: only the look knows whether this is a jump.
        if is_jump(now - seen.now - passed) { self.look(|_| {}) } else { (now, seen.jump) }
    }

    /// Compares the machine's clock with the time that has passed, after a change.
    fn look(&self, change: impl FnOnce(&mut Seen)) -> (i64, i64) {
        let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut seen);
        if let Some(passed) = self.passing.count() {
            let differs = machine_now() - passed - seen.base;
            if is_jump(differs) {
                seen.jump = differs;
            } else {
                // Clocks are set by small steps all the time.
                seen.base += differs;
                seen.jump = 0;
            }
        }
        (seen.now, seen.at) = (machine_now() - seen.jump, Instant::now());
        (seen.now, seen.jump)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::system()
    }
}

impl Clock {
    /// The machine's clock. All clones in a process are one: they agree on whether it has jumped.
    pub fn system() -> Clock {
        static SYSTEM: LazyLock<Clock> = LazyLock::new(|| Clock(Arc::new(Kind::Machine(Machine::new()))));
        SYSTEM.clone()
    }

    /// A clock for tests: it pauses until it is [advanced](Clock::advance).
    pub fn standing(at: DateTime<Utc>) -> Clock {
        Clock(Arc::new(Kind::Standing(Standing {
            awake: AtomicI64::new(at.timestamp_millis()),
            jump: AtomicI64::new(0),
            asleep: AtomicI64::new(0),
            moved: Notify::new(),
        })))
    }

    /// Now, to the millisecond.
    pub fn now(&self) -> DateTime<Utc> {
        self.read().now
    }

    /// Now, and the same moment as a process needs it to tell how long it was not awake. Both are read at once, as the process may be
    /// stopped between any two of its steps.
    pub fn read(&self) -> Moment {
        let (now, awake) = match &*self.0 {
            Kind::Machine(machine) => {
                let now = machine.read().0;
                (now, now)
            }
            Kind::Standing(standing) => {
                let asleep = standing.asleep.load(Ordering::SeqCst);
                (standing.awake.load(Ordering::SeqCst) + asleep, asleep)
            }
        };
        Moment { now: moment(now), awake: moment(awake) }
    }

    /// Looks at the machine's clock. Returns the time by which it has jumped, forward or back, if it has not been accepted.
    pub fn jump(&self) -> Option<Duration> {
        let jump = match &*self.0 {
            Kind::Machine(machine) => machine.look(|_| {}).1,
            Kind::Standing(standing) => standing.jump.load(Ordering::SeqCst),
        };
        is_jump(jump).then(|| Duration::milliseconds(jump))
    }

    /// Goes by the machine's clock from now on, though it has jumped.
    pub fn accept(&self) {
        match &*self.0 {
            Kind::Machine(machine) => {
                machine.look(|seen| seen.base += seen.jump);
            }
            Kind::Standing(standing) => {
                let jump = standing.jump.swap(0, Ordering::SeqCst);
                standing.awake.fetch_add(jump, Ordering::SeqCst);
            }
        }
    }

    /// Tells the machine's clock the time, which it has to be at least: an earlier one has jumped back. A clock of a test stays as it is.
    pub fn is_at_least(&self, at: DateTime<Utc>) {
        match &*self.0 {
            Kind::Machine(machine) => {
                let behind = at.timestamp_millis() - machine.read().0;
                if is_jump(behind) && behind > 0 {
                    machine.look(|seen| seen.base += behind);
                }
            }
            Kind::Standing(_) => {}
        }
    }

    fn of_tests(&self, change: impl FnOnce(&Standing)) {
        match &*self.0 {
            Kind::Machine(_) => {}
            Kind::Standing(standing) => {
                change(standing);
                standing.moved.notify_waiters();
            }
        }
    }

    /// Waits until a test has moved its clock on from this time; never ends with the machine's clock. So a task that looks for what is due
    /// now and then finds it at once.
    pub async fn moved_from(&self, time: DateTime<Utc>) {
        match &*self.0 {
            Kind::Machine(_) => std::future::pending().await,
            Kind::Standing(standing) => loop {
                let moved = standing.moved.notified();
                if self.now() != time {
                    return;
                }
                moved.await;
            },
        }
    }

    /// Moves a standing clock on, as time passes; the machine's clock is left as it is.
    pub fn advance(&self, by: Duration) {
        self.of_tests(|clock| {
            clock.awake.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        });
    }

    /// The same while the process does nothing, as one that is stopped or on a machine that sleeps.
    pub fn advance_asleep(&self, by: Duration) {
        self.of_tests(|clock| {
            clock.asleep.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        });
    }

    /// Lets the machine's clock of a standing one jump, forward or back.
    pub fn let_jump(&self, by: Duration) {
        self.of_tests(|clock| {
            clock.jump.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        });
    }
}

fn moment(milliseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(milliseconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves the count of the passing time against the machine's clock, as if that had jumped.
    fn let_jump(machine: &Machine, by: Duration) {
        machine.seen.write().unwrap().base -= by.num_milliseconds();
    }

    #[test]
    fn time_goes_on_as_it_passes_when_the_clock_jumps() {
        for days in [2, -3] {
            let (machine, by) = (Machine::new(), Duration::days(days));
            let_jump(&machine, by);
            let (now, jump) = machine.look(|_| {});
            assert!((jump - by.num_milliseconds()).abs() < 5_000, "{jump}");
            assert!((now + jump - machine_now()).abs() < 5_000, "{now}");
            assert!((machine.read().0 - now).abs() < 5_000);
            // The clock is right again.
            let_jump(&machine, -by);
            assert_eq!(machine.look(|_| {}).1, 0);
            // It jumps again, and the host says that it is right.
            let_jump(&machine, by);
            machine.look(|_| {});
            let (now, jump) = machine.look(|seen| seen.base += seen.jump);
            assert!(jump == 0 && (now - machine_now()).abs() < 5_000, "{now} {jump}");
        }
    }

    #[test]
    fn small_steps_of_the_clock_are_followed() {
        let machine = Machine::new();
        for _ in 0..10 {
            let_jump(&machine, Duration::minutes(9));
            let (now, jump) = machine.look(|_| {});
            assert!(jump == 0 && (now - machine_now()).abs() < 5_000, "{now} {jump}");
        }
    }

    #[test]
    fn a_clock_that_is_behind_what_is_known_has_jumped_back() {
        let clock = Clock(Arc::new(Kind::Machine(Machine::new())));
        clock.is_at_least(clock.now() + Duration::minutes(9));
        assert_eq!(clock.jump(), None);
        let known = clock.now() + Duration::days(1);
        clock.is_at_least(known);
        assert!(clock.jump().is_some_and(|jump| jump < Duration::hours(-23)), "{:?}", clock.jump());
        assert!(clock.now() >= known && clock.now() < known + Duration::minutes(1));
        clock.accept();
        assert!(clock.jump().is_none() && clock.now() < known);
    }

    #[test]
    fn a_moment_is_read_at_once() {
        let clock = Clock::standing(DateTime::UNIX_EPOCH);
        std::thread::scope(|scope| {
            scope.spawn(|| (0..20_000).for_each(|_| clock.advance_asleep(Duration::days(1))));
            for _ in 0..20_000 {
                let Moment { now, awake } = clock.read();
                assert_eq!(now, awake);
            }
        });
    }

    #[test]
    fn linux_counts_the_time_since_its_start() {
        assert_eq!(uptime().is_some(), cfg!(target_os = "linux"));
    }
}
