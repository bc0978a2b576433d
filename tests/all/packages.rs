//! Programs for tests that npm and pip install, in the versions of `tests/clients`. They are downloaded once, into the target folder, by a
//! run that may skip no test; later runs use what is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tests::needs;
use tokio::process::Command;
use tokio::sync::OnceCell;
use tokio::time::timeout;

/// The folder of the lists of packages.
pub(crate) const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients");

/// Programs that npm or pip installed.
pub(crate) struct Tools {
    /// The folder of the installation.
    pub(crate) folder: PathBuf,
    /// The folder of the programs.
    programs: PathBuf,
}

impl Tools {
    /// A command that runs in the folder and finds the programs of the same installation first.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        let path = std::env::var("PATH").unwrap_or_default();
        command.current_dir(&self.folder).env("PATH", format!("{}:{path}", self.programs.display()));
        command
    }

    /// An empty folder in the folder of the installation.
    pub(crate) fn empty(&self, name: &str) -> PathBuf {
        let folder = self.folder.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }
}

/// Longer than any command takes on a slow machine: one that hangs fails its test instead of stopping the whole run.
const PATIENCE: Duration = Duration::from_mins(10);

/// Runs a command and returns what it writes to its standard output, or everything it writes if it fails.
async fn output(command: &mut Command) -> Result<String, String> {
    let output = timeout(PATIENCE, command.kill_on_drop(true).output()).await;
    let output = output.map_err(|_| format!("{command:?}: not ended after {PATIENCE:?}"))?;
    let output = output.map_err(|why| format!("{command:?}: {why}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    Err(format!("{command:?}: {}\n{text}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Runs a command that has to succeed.
pub(crate) async fn run(command: &mut Command) -> String {
    output(command).await.unwrap_or_else(|why| panic!("{why}"))
}

/// Returns the folder for the packages of a list in `tests/clients`, and whether it was filled from the same list.
fn folder_for(list: &str) -> (PathBuf, bool) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(list);
    let filled_from = fs::read(folder.join("installed")).ok();
    let list = fs::read(Path::new(CLIENTS).join(list)).unwrap();
    (folder, filled_from == Some(list))
}

/// Returns the folder for the packages of a list in `tests/clients`. If it was not filled from the same list before, it is
/// emptied and filled again, by one test program at a time.
async fn installed(list: &str, install: impl AsyncFnOnce(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let lock = fs::File::create(folder_for(list).0.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    let (folder, filled) = folder_for(list);
    if !filled {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        install(&folder).await?;
        fs::copy(Path::new(CLIENTS).join(list), folder.join("installed")).unwrap();
    }
    Ok(folder)
}

/// Returns the tools that npm installs, or `None` if the test has to be skipped.
pub(crate) async fn npm() -> Option<&'static Tools> {
    static TOOLS: OnceCell<Result<Tools, String>> = OnceCell::const_new();
    let npm = needs::program("npm", "apt-get install npm")?;
    if !folder_for("package-lock.json").1 && !needs::permission("a download of packages from npm's registry") {
        return None;
    }
    let install = async |folder: &Path| {
        for file in ["package.json", "package-lock.json"] {
            fs::copy(Path::new(CLIENTS).join(file), folder.join(file)).unwrap();
        }
        let mut command = Command::new(npm);
        command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(folder);
        output(&mut command).await.map(drop)
    };
    let tools = async || {
        let folder = installed("package-lock.json", install).await?;
        Ok(Tools { programs: folder.join("node_modules/.bin"), folder })
    };
    present(TOOLS.get_or_init(tools).await, "packages from npm's registry")
}

/// Returns the tools that pip installs, or `None` if the test has to be skipped.
pub(crate) async fn pip() -> Option<&'static Tools> {
    static TOOLS: OnceCell<Result<Tools, String>> = OnceCell::const_new();
    let how = "apt-get install python3-pip python3-venv";
    let python = needs::program("python3", how)?;
    needs::any_of(&["pip", "pip3"], how)?;
    if !folder_for("requirements.txt").1 && !needs::permission("a download of packages from Python's registry") {
        return None;
    }
    let install = async |folder: &Path| {
        output(Command::new(python).args(["-m", "venv"]).arg(folder)).await?;
        let mut command = Command::new(folder.join("bin/pip"));
        command.args(["install", "--quiet", "--requirement"]).arg(Path::new(CLIENTS).join("requirements.txt"));
        output(&mut command).await.map(drop)
    };
    let tools = async || {
        let folder = installed("requirements.txt", install).await?;
        Ok(Tools { programs: folder.join("bin"), folder })
    };
    present(TOOLS.get_or_init(tools).await, "packages from Python's registry")
}

/// Skips the test if the tools could not be installed, for example without a network.
fn present(tools: &'static Result<Tools, String>, what: &str) -> Option<&'static Tools> {
    tools.as_ref().inspect_err(|why| needs::missing(what, why)).ok()
}
