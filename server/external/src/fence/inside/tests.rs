//! Landlock and the filter each by itself: both hold for one thread, which ends with the test.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::thread;

use rustix::fs::{MemfdFlags, memfd_create};

use super::*;

fn on_a_thread<T: Send>(restricted: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(restricted).join().unwrap())
}

fn kind<T>(result: io::Result<T>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

/// Says it past the capture of the test's output: the person who runs the tests is to know.
fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

const DENIED: Option<ErrorKind> = Some(ErrorKind::PermissionDenied);

#[test]
fn landlock_leaves_the_folder_and_the_files_of_the_engine() {
    let root = tempfile::tempdir().unwrap();
    let [own, folder] = ["own", "folder"].map(|name| root.path().join(name));
    for made in [&own, &folder] {
        fs::create_dir(made).unwrap();
    }
    let [secret, net] = [root.path().join("secret"), own.join("net")];
    for file in [&secret, &net] {
        fs::write(file, "text").unwrap();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    on_a_thread(|| {
        let version = restrict_files(std::slice::from_ref(&own), &folder).unwrap();
        let tried = [
            kind(fs::read(&secret)),
            kind(fs::write(&secret, "")),
            kind(fs::write(&net, "")),
            kind(fs::write(root.path().join("new"), "")),
            kind(fs::read_dir(root.path())),
            kind(fs::remove_file(&secret)),
        ];
        if version == 0 {
            say("this kernel has no Landlock: the files of others are open to engines");
        } else {
            assert_eq!(tried, [DENIED; 6]);
            let program = folder.join("program");
            fs::copy("/bin/true", &program).unwrap();
            assert_eq!(kind(Command::new(&program).spawn()), DENIED);
        }
        if version >= 4 {
            assert_eq!(kind(TcpStream::connect(address)), DENIED);
        }
        // What an engine needs works with it and without.
        assert_eq!(fs::read(&net).unwrap(), b"text");
        fs::write(folder.join("kept"), "more").unwrap();
        fs::rename(folder.join("kept"), folder.join("moved")).unwrap();
        assert_eq!(fs::read(folder.join("moved")).unwrap(), b"more");
        fs::write("/dev/null", "x").unwrap();
        assert!(Command::new("true").status().unwrap().success());
    });
    TcpStream::connect(address).unwrap();
}

#[test]
fn the_filter_leaves_no_socket_that_leads_elsewhere() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("service");
    let _service = UnixListener::bind(&path).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    on_a_thread(|| {
        if !filter_calls() {
            say("this kernel has no filter of system calls");
            return;
        }
        assert_eq!(kind(TcpStream::connect(address)), DENIED);
        assert_eq!(kind(UdpSocket::bind("127.0.0.1:0")), DENIED);
        assert_eq!(kind(UnixStream::connect(&path)), DENIED);
        assert_eq!(kind(UnixDatagram::pair()), DENIED);
        assert_eq!(kind(UnixStream::pair()), None);
        // What one engine held of them was three times its limit.
        let memory = memfd_create("hoard", MemfdFlags::empty());
        assert_eq!(kind(memory.map_err(io::Error::from)), DENIED);
        assert!(Command::new("true").status().unwrap().success());
    });
    TcpStream::connect(address).unwrap();
    UnixStream::connect(&path).unwrap();
}

#[test]
fn arguments_that_are_not_from_enlinea_start_nothing() {
    let read = |line: &str| Arguments::read(line.split(' ').map(OsString::from).collect());
    let line = "--parent 7 --folder /tmp/x --read /opt/a --read /opt/b -- ./a --read c";
    let arguments = read(line).unwrap();
    assert_eq!(arguments.parent, Pid::from_raw(7));
    assert_eq!(arguments.folder.as_deref(), Some(Path::new("/tmp/x")));
    assert_eq!(arguments.readable, ["/opt/a", "/opt/b"].map(PathBuf::from));
    assert_eq!(arguments.command, ["./a", "--read", "c"]);
    for line in [
        "",
        "--folder",
        "./a",
        "--folder /tmp/x ./a",
        "--folder /tmp/x --",
        "--parent x -- ./a",
        "--step last --folder /tmp/x -- ./a",
        // Whose folder that is, is not said.
        "--step engine -- ./a",
    ] {
        assert!(read(line).is_none(), "{line}");
    }
}
