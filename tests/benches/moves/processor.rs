//! Processor time, from the proc file system.

use std::path::Path;

/// The process of a Postgres with this data folder of the server.
pub(super) fn postmaster(folder: &Path) -> u32 {
    let pid = std::fs::read_to_string(folder.join("postgres/postmaster.pid")).unwrap();
    pid.lines().next().unwrap().parse().unwrap()
}

/// Processor time that this process has taken, in microseconds; zero where there is no proc file system.
pub(super) fn own() -> f64 {
    times("self").map_or(0.0, |[_, own, _]| own)
}

/// The same of the children of a process: those that live and those that have ended.
pub(super) fn of_children(parent: u32) -> f64 {
    let ended = || times(&parent.to_string()).map_or(0.0, |[_, _, ended]| ended);
    loop {
        let before = ended();
        let live = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let live = live.filter_map(|entry| times(entry.file_name().to_str()?));
        let sum = before + live.filter(|[of, _, _]| *of == f64::from(parent)).map(|[_, own, _]| own).sum::<f64>();
        // A child that ends meanwhile would count in neither.
        if ended() <= before {
            return sum;
        }
    }
}

/// The parent of a process, its own time, and that of its children that have ended (proc(5), `/proc/pid/stat`).
fn times(process: &str) -> Option<[f64; 3]> {
    const MICROSECONDS_A_TICK: f64 = 10_000.0;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<f64> = text.rsplit(')').next()?.split(' ').map(|field| field.parse().unwrap_or(0.0)).collect();
    let time = |at: usize| (fields[at] + fields[at + 1]) * MICROSECONDS_A_TICK;
    Some([fields[2], time(12), time(14)])
}
