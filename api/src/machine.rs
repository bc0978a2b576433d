//! What the machine says of the room on its disks and of this process.

use std::path::Path;
use std::sync::LazyLock;

use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

use crate::clock::Clock;

/// Less free room than this is a warning, on a disk of any size.
const LEAST: u64 = 1 << 30;

/// The bytes of the file system of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Those that this account can still use.
    pub free: u64,
    /// All of them.
    pub all: u64,
}

impl Room {
    /// The room of the file system that a folder is on; none if there is no such folder.
    pub fn read(folder: &Path) -> Option<Room> {
        let found = rustix::fs::statvfs(folder).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Some(Room { free: bytes(found.f_bavail), all: bytes(found.f_blocks) })
    }

    /// Returns whether less than a tenth or less than a gigabyte is free.
    pub fn is_low(&self) -> bool {
        self.free < LEAST || self.free < self.all / 10
    }
}

/// Sizes of this process, as its kernel tells them.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// The seconds of processor time that it has used.
    pub cpu_seconds: f64,
    /// The time of its start, in seconds since 1970.
    pub started: f64,
    /// The maximum number of files that it may have open, if there is a limit.
    pub max_files: Option<u64>,
    /// The files that it has open; none where the kernel does not tell.
    pub files: Option<u64>,
    /// The bytes of memory that it has in use; none where the kernel does not tell.
    pub resident: Option<u64>,
    /// The bytes of memory that it could use; none where the kernel does not tell.
    pub reserved: Option<u64>,
}

/// Notes the time as that of the start of the process, at the first call.
pub fn started() -> f64 {
    static START: LazyLock<f64> = LazyLock::new(|| Clock::system().now().timestamp_millis() as f64 / 1000.0);
    *START
}

impl Process {
    /// This process as it is now.
    pub fn now() -> Process {
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        Process {
            cpu_seconds: used.tv_sec as f64 + used.tv_nsec as f64 / 1e9,
            started: started(),
            max_files: getrlimit(Resource::Nofile).current,
            files: std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as u64),
            resident: bytes_of(&status, "VmRSS:"),
            reserved: bytes_of(&status, "VmSize:"),
        }
    }
}

/// The bytes of a line such as `VmRSS:     46080 kB`.
fn bytes_of(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_and_a_gigabyte_are_the_least() {
        let room = |free: u64, all: u64| Room { free: free << 20, all: all << 20 };
        assert!(room(1023, 2000).is_low() && !room(1024, 2000).is_low());
        assert!(room(9_999, 100_000).is_low() && !room(10_000, 100_000).is_low());
        assert!(Room::read(Path::new("/")).is_some() && Room::read(Path::new("/nowhere")).is_none());
    }

    #[test]
    fn the_kernel_tells_what_the_process_uses() {
        let now = Process::now();
        assert!(now.cpu_seconds > 0.0 && now.started > 1e9, "{now:?}");
        assert!(now.max_files.is_none_or(|max| max > 3), "{now:?}");
        if cfg!(target_os = "linux") {
            assert!(now.files > Some(3) && now.resident > Some(1 << 20) && now.reserved > now.resident, "{now:?}");
        }
    }
}
