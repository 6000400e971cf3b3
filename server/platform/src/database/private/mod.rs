//! The private PostgreSQL that runs if `DATABASE_URL` is not set. Its programs come from the npm package or the
//! system; data and socket are in the data folder; it does not listen on TCP.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::config::Config;

mod folder;
mod programs;
pub mod role;

use folder::{DatabaseFolder, Owner};

/// Starts the private PostgreSQL unless it is running, and returns its address.
/// Fails when no PostgreSQL is found, or it does not start.
pub async fn start(config: &Config) -> anyhow::Result<String> {
    let config = config.clone();
    let place = tokio::task::spawn_blocking(move || start_blocking(&config)).await??;
    role::prepare(&place).await?;
    Ok(place.url(role::PROGRAM, role::DATABASE))
}

/// Stops the private PostgreSQL. Returns false if it was not running.
pub fn stop(config: &Config) -> anyhow::Result<bool> {
    if !is_running(config)? {
        return Ok(false);
    }
    let place = DatabaseFolder::find(config, programs::find(config)?)?;
    place.run("pg_ctl", [OsStr::new("stop"), OsStr::new("-m"), OsStr::new("fast"), OsStr::new("-w")])?;
    Ok(true)
}

/// Whether the private PostgreSQL is running. Fails when its state cannot be determined.
pub fn is_running(config: &Config) -> anyhow::Result<bool> {
    // Without the data folder there is no PostgreSQL.
    Ok(config.data.is_dir() && DatabaseFolder::find(config, programs::find(config)?)?.is_running()?)
}

fn start_blocking(config: &Config) -> anyhow::Result<DatabaseFolder> {
    let programs = programs::find(config)?;
    fs::create_dir_all(&config.data)
        .with_context(|| format!("failed to create the data folder {}", config.data.display()))?;
    // Two processes may start at the same time; the second then finds it running.
    let lock = File::create(config.data.join("postgres.lock"))?;
    lock.lock()?;
    let place = DatabaseFolder::find(config, programs)?;
    if !place.data.join("PG_VERSION").is_file() {
        tracing::info!(folder = %place.data.display(), "creating the private PostgreSQL");
        place.make()?;
    }
    if !place.is_running()? {
        tracing::info!(socket = %place.socket.display(), "starting the private PostgreSQL");
        place.run_start()?;
    }
    Ok(place)
}

impl DatabaseFolder {
    fn make(&self) -> anyhow::Result<()> {
        fs::create_dir_all(&self.data)?;
        fs::create_dir_all(&self.socket)?;
        for folder in [&self.data, &self.socket] {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
            if let Some(Owner { uid, gid, .. }) = self.owner {
                chown(folder, Some(uid), Some(gid))?;
            }
        }
        // `trust` is safe, because only its own user and root can reach the socket's folder.
        self.run("initdb", ["-U", role::SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-instructions"])?;
        Ok(())
    }

    fn run_start(&self) -> anyhow::Result<()> {
        fs::create_dir_all(&self.socket)?;
        fs::set_permissions(&self.socket, fs::Permissions::from_mode(0o700))?;
        if let Some(Owner { uid, gid, .. }) = self.owner {
            chown(&self.socket, Some(uid), Some(gid))?;
        }
        let options = format!(
            "-k '{}' -c listen_addresses='' -c max_connections=200 -c shared_buffers=256MB -c random_page_cost=1.1 \
             -c max_wal_size=4GB -c checkpoint_timeout=15min",
            self.socket.display()
        );
        let log = self.data.join("server.log");
        self.run(
            "pg_ctl",
            [
                OsStr::new("start"),
                OsStr::new("-w"),
                OsStr::new("-t"),
                OsStr::new("60"),
                OsStr::new("-l"),
                log.as_os_str(),
                OsStr::new("-o"),
                OsStr::new(&options),
            ],
        )
        .with_context(|| format!("see {}", log.display()))
    }

    fn is_running(&self) -> anyhow::Result<bool> {
        Ok(self.data.join("PG_VERSION").is_file() && self.command("pg_ctl").arg("status").output()?.status.success())
    }

    fn run<S: AsRef<OsStr>>(&self, program: &str, arguments: impl IntoIterator<Item = S>) -> anyhow::Result<()> {
        // Output goes to a file. A pipe would stay open as long as the server that pg_ctl starts.
        let output = self.data.with_extension("output");
        let file = File::create(&output)?;
        let status = self.command(program).args(arguments).stdout(file.try_clone()?).stderr(file).status()?;
        if !status.success() {
            bail!("{program} failed: {}", fs::read_to_string(&output).unwrap_or_default().trim());
        }
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        use std::os::unix::process::CommandExt as _;
        let mut command = Command::new(self.programs.join(program));
        command.arg("-D").arg(&self.data).env("TZ", "UTC").current_dir("/");
        if let Some(Owner { uid, gid, .. }) = self.owner {
            command.uid(uid).gid(gid);
        }
        command
    }

    fn url(&self, role: &str, database: &str) -> String {
        let host: String = self.socket.display().to_string().bytes().map(encode).collect();
        format!("postgres://{role}@localhost/{database}?host={host}")
    }
}

fn encode(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("{} is not a valid path", path.display()))
}
