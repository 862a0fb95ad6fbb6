//! A `PostgreSQL` of the tests' own, on a Unix socket: from the package of the distribution, and as another user if the
//! tests run as root, which it refuses.
//!
//! It ends with the last test that uses it, and also if the process of the tests is killed: the shell that started it
//! waits for the end of its input.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// Makes a cluster in `$2` by the programs in `$1` with the settings `$3`, and takes it away when the input ends. With
/// a certificate and its key in `$4`, TCP is for TLS only.
const SCRIPT: &str = r#"
set -e
umask 077
"$1/initdb" -D "$2/data" -N -A trust -U enlinea >/dev/null
echo "$3" >>"$2/data/postgresql.conf"
if [ -n "$4" ]; then
  echo "$4" >"$2/data/tls.pem"
  echo 'hostssl all all 127.0.0.0/8 trust' >"$2/hba"
  grep '^local' "$2/data/pg_hba.conf" >>"$2/hba"
  mv "$2/hba" "$2/data/pg_hba.conf"
fi
"$1/pg_ctl" start -w -s -D "$2/data" -l "$2/log" >/dev/null
echo started
cat >/dev/null
"$1/pg_ctl" stop -m immediate -s -D "$2/data" || true
rm -rf "$2"
"#;

/// Number of clusters that this process has started.
static STARTED: AtomicU32 = AtomicU32::new(0);

/// A cluster of databases.
#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PathBuf,
    directory: PathBuf,
    /// Address for TCP, if there is any.
    address: String,
    shell: Child,
    databases: AtomicU32,
}

/// A database of a test.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) postgres: Arc<Postgres>,
    name: String,
}

impl Postgres {
    /// Returns the cluster that tests share; `None` if there is no `PostgreSQL` here, which is said.
    pub(crate) fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<Postgres>> = Mutex::new(Weak::new());
        let mut shared = SHARED
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(running) = shared.upgrade() {
            return Some(running);
        }
        // Nothing that tests look at survives the machine.
        let started = Arc::new(Self::start("fsync = off")?);
        *shared = Arc::downgrade(&started);
        Some(started)
    }

    /// Starts a cluster with these settings; `None` if there is no `PostgreSQL` here, which is said.
    pub(crate) fn start(settings: &str) -> Option<Self> {
        Self::start_at("", settings, "")
    }

    /// Starts a cluster that speaks TLS with this certificate and its key, on an address of its own.
    pub(crate) fn start_with_tls(certificate: &str) -> Option<Self> {
        let [_, high, middle, low] = std::process::id().to_be_bytes();
        let address = format!("127.{}.{middle}.{low}", 1 + high % 127);
        let settings = "ssl = on\nssl_cert_file = 'tls.pem'\nssl_key_file = 'tls.pem'";
        Self::start_at(&address, settings, certificate)
    }

    fn start_at(address: &str, settings: &str, certificate: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            let required =
                std::env::var_os("ENLINEA_REQUIRE_POSTGRES").is_some_and(|set| set == "1");
            assert!(!required, "there is no PostgreSQL here");
            // Past the capture of the test's output: the person who runs the tests is to know.
            let _ = writeln!(std::io::stderr(), "skipped: there is no PostgreSQL here");
            return None;
        };
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("enlinea-pg-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let made = as_user("mkdir")
            .arg("-m")
            .arg("700")
            .arg(&directory)
            .status();
        assert!(
            made.expect("mkdir runs").success(),
            "{}",
            directory.display()
        );
        let settings = format!(
            "listen_addresses = '{address}'\nunix_socket_directories = '{}'\nshared_buffers = 16MB\nmax_connections = 60\n\
             {settings}",
            directory.display()
        );
        let mut shell = as_user("sh")
            .args(["-c", SCRIPT, "sh"])
            .args([
                programs.as_os_str(),
                directory.as_os_str(),
                settings.as_ref(),
                certificate.as_ref(),
            ])
            // A signal to the group of the tests does not end it before the database.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell runs");
        let mut said = String::new();
        let output = shell.stdout.take().expect("piped");
        let read = BufReader::new(output).read_line(&mut said);
        assert!(
            read.is_ok() && said == "started\n",
            "PostgreSQL does not start"
        );
        Some(Self {
            programs,
            directory,
            address: address.to_owned(),
            shell,
            databases: AtomicU32::new(0),
        })
    }

    /// Returns the directory with the socket.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the address for TCP.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Makes a database.
    pub(crate) fn database(self: &Arc<Self>) -> Database {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let database = Database {
            postgres: Arc::clone(self),
            name: format!("test{number}"),
        };
        self.run("createdb", &[&database.name]);
        database
    }

    /// Stops the cluster in this mode and starts it again, as `pg_ctl` does both.
    pub(crate) fn restart(&self, mode: &str) {
        self.control(&["restart", "-w", "-m", mode]);
    }

    /// Runs `pg_ctl`.
    pub(crate) fn control(&self, arguments: &[&str]) {
        let log = self.directory.join("log");
        let mut command = as_user(self.programs.join("pg_ctl"));
        command
            .args(arguments)
            .arg("-s")
            .arg("-D")
            .arg(self.directory.join("data"));
        let done = command.arg("-l").arg(log).stdout(Stdio::null()).status();
        assert!(done.expect("pg_ctl runs").success(), "{arguments:?}");
    }

    /// Runs a client program, and returns what it wrote.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let output = as_user(self.programs.join(program))
            .args(["-U", "enlinea", "-h"])
            .arg(&self.directory)
            .args(arguments)
            .output()
            .expect("it runs");
        assert!(
            output.status.success(),
            "{program} {arguments:?}: {output:?}"
        );
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
        let _ = std::fs::remove_dir(&self.directory);
    }
}

impl Database {
    /// Returns the URL of the database.
    pub(crate) fn url(&self) -> String {
        self.url_at(&self.postgres.directory)
    }

    /// Returns the name of the database.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Runs a statement, and returns its rows.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let name = &self.name;
        self.postgres
            .run("psql", &["-X", "-A", "-t", "-q", "-d", name, "-c", sql])
    }

    /// Returns the URL of the database by a socket in another directory.
    pub(crate) fn url_at(&self, directory: &Path) -> String {
        let socket = directory.display().to_string().replace('/', "%2F");
        format!("postgres://enlinea@{socket}/{}", self.name)
    }
}

/// Returns the directory of the programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut versions: Vec<_> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|programs| programs.join("initdb").is_file())
        .collect();
    versions.sort();
    versions.pop()
}

/// Returns a command of an ordinary user.
fn as_user(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let is_root = Command::new("id").arg("-u").output();
    let is_root = is_root.is_ok_and(|id| id.stdout == b"0\n");
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid=postgres",
            "--regid=postgres",
            "--clear-groups",
            "--",
        ]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    // It may not read the directory of the tests.
    command.current_dir("/");
    command
}
