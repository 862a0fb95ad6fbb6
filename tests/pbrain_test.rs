//! A Gomocup engine for tests, well behaved or as bad as it is told to be: `pbrain-test MANNER [OPTION...]`.
//!
//! It plays the first empty cell, row by row. `--log FILE` keeps the lines it receives; `--tether ADDRESS` holds a
//! connection for as long as it lives, and says a byte when it is asked for a move, so that both can be waited for.
//! `--mark WORD` does nothing: it tells the processes of one test from others.
//! As `explores` it tries what is none of its business, and says how that went: `--read file:PATH`, `--write
//! file:PATH`, `--connect ADDRESS`.

use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Answers, or an error once nobody listens.
type Done = io::Result<()>;

/// Lines end with CR alone.
static OLD_LINES: AtomicBool = AtomicBool::new(false);

/// Time after an answer in which the `hasty` engine drops what it is told.
const DEAF: Duration = Duration::from_millis(50);

struct TestEngine {
    manner: String,
    log: Option<File>,
    tether: Option<TcpStream>,
    /// Child process, never waited for: the program that ends this engine is to end it too.
    child: Option<Child>,
    size: usize,
    /// The cells with a stone.
    taken: Vec<(usize, usize)>,
    /// Milliseconds for a move.
    turn: u64,
    answers: u32,
    /// Taken before its last answer was written.
    answered: Option<Instant>,
    /// Files and an address to try, by their options.
    tries: Vec<(String, String)>,
    /// The folder that it was told.
    folder: Option<String>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut engine = TestEngine {
        manner: arguments.next().unwrap_or_default(),
        log: None,
        tether: None,
        child: None,
        size: 0,
        taken: Vec::new(),
        turn: 0,
        answers: 0,
        answered: None,
        tries: Vec::new(),
        folder: None,
    };
    let (mut address, mut mark) = (String::new(), String::new());
    while let (Some(option), Some(value)) = (arguments.next(), arguments.next()) {
        match option.as_str() {
            "--log" => {
                let log = File::options().create(true).append(true).open(value);
                engine.log = Some(log.expect("the log can be opened"));
            }
            "--tether" => {
                let tether = TcpStream::connect(&value);
                engine.tether = Some(tether.expect("somebody holds the other end"));
                address = value;
            }
            "--mark" => mark = value,
            "--read" | "--write" | "--connect" => {
                let value = value.strip_prefix("file:").unwrap_or(&value).to_owned();
                engine.tries.push((option, value));
            }
            _ => return ExitCode::from(2),
        }
    }
    if engine.manner == "parent" {
        let program = std::env::current_exe().expect("it has a path");
        engine.child = Command::new(program)
            .args(["stubborn", "--tether", &address])
            .spawn()
            .ok();
    }
    if engine.manner.starts_with("scatters") {
        let program = std::env::current_exe().expect("it has a path");
        let mut scattered = Command::new(program);
        scattered.args(["stubborn", "--mark", &mark]);
        // No signal to the group of the engine reaches it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut scattered, 0);
        engine.child = scattered.spawn().ok();
    }
    match engine.serve() {
        Ok(status) => ExitCode::from(status),
        Err(_nobody_listens) => ExitCode::FAILURE,
    }
}

impl TestEngine {
    fn serve(&mut self) -> io::Result<u8> {
        let mut lines = io::stdin().lock().lines();
        if self.manner == "stubborn" {
            sleep_for_ever();
        }
        OLD_LINES.store(self.manner == "old-lines", Ordering::Relaxed);
        match self.manner.as_str() {
            "banner" => say("MESSAGE hello")?,
            "greets" | "greets-only" => say("Welcome, and have fun")?,
            _ => {}
        }
        while let Some(line) = lines.next() {
            let line = line?;
            if let Some(log) = &mut self.log {
                writeln!(log, "{line}")?;
            }
            let (order, rest) = line.split_once(' ').unwrap_or((&line, ""));
            if self.manner == "hasty" && self.answered.is_some_and(|then| then.elapsed() < DEAF) {
                say(&format!("ERROR Unknown command: {order}"))?;
                continue;
            }
            if order != "INFO" {
                self.answered = Some(Instant::now());
            }
            match order {
                "INFO" if self.manner.ends_with("particular") && rest.starts_with("time_left") => {
                    say("ERROR Unknown command: TIME_LEFT")?;
                }
                "INFO" if self.manner == "own-words" => say("ERROR Unknown command")?,
                "ABOUT" => self.about()?,
                "START" => self.start(rest)?,
                "INFO" => {
                    if let Some(("folder", folder)) = rest.split_once(' ') {
                        self.folder = Some(folder.to_owned());
                    }
                    if let Some(("timeout_turn", value)) = rest.split_once(' ') {
                        self.turn = value.parse().unwrap_or_default();
                    }
                    if self.manner == "slow-to-set-up" && rest.starts_with("max_memory") {
                        thread::sleep(Duration::from_millis(1500));
                    }
                }
                "BEGIN" | "PLAY" => self.answer()?,
                "TURN" => {
                    self.taken.extend(cell(rest));
                    self.answer()?;
                }
                "BOARD" => {
                    self.taken.clear();
                    for stone in lines.by_ref() {
                        let stone = stone?;
                        if let Some(log) = &mut self.log {
                            writeln!(log, "{stone}")?;
                        }
                        if stone == "DONE" {
                            break;
                        }
                        self.taken.extend(cell(&stone));
                    }
                    self.answer()?;
                }
                "SWAP2BOARD" if self.manner.starts_with("swap2") => {
                    let mut stones = Vec::new();
                    for stone in lines.by_ref() {
                        let stone = stone?;
                        if let Some(log) = &mut self.log {
                            writeln!(log, "{stone}")?;
                        }
                        if stone == "DONE" {
                            break;
                        }
                        stones.push(stone);
                    }
                    self.open(&stones)?;
                }
                "END" if self.manner == "immortal" => sleep_for_ever(),
                "END" => return Ok(0),
                _ => say("UNKNOWN")?,
            }
        }
        Ok(0)
    }

    fn about(&mut self) -> Done {
        self.log_limits()?;
        match self.manner.as_str() {
            "mute" | "scatters-mute" => sleep_for_ever(),
            "nameless" | "greets-only" | "only-15" => say("UNKNOWN command"),
            "own-words" => say("Old Gomoku 0.9, by hand"),
            "knows-nothing" => say("UNKNOWN"),
            // As `cat` does.
            "parrot" => say("ABOUT"),
            "leaver" => std::process::exit(4),
            "explores" => {
                let found = self.explore().join(" ");
                say(&format!("name=\"Tester\", version=\"{found}\""))
            }
            _ => say(r#"name="Tester", version="1.0", author="the tests", country="XX""#),
        }
    }

    fn start(&mut self, size: &str) -> Done {
        self.size = size.parse().unwrap_or_default();
        self.taken.clear();
        match self.manner.as_str() {
            "never-starts" => sleep_for_ever(),
            "refuses" => say("ERROR this size is not supported"),
            "only-15" if self.size != 15 => say("ERROR this size is not supported"),
            "knows-nothing" => say("UNKNOWN"),
            _ => say("OK"),
        }
    }

    /// Has its part in the opening swap2, in its manner.
    fn open(&mut self, stones: &[String]) -> Done {
        self.taken = stones.iter().filter_map(|stone| cell(stone)).collect();
        let has_owners = |stone: &String| stone.matches(',').count() == 2;
        let answer = match (self.manner.as_str(), stones.len()) {
            ("swap2-silent", _) => return Ok(()),
            ("swap2-owners", _) if !stones.iter().all(has_owners) => {
                // Once for each line, as some do.
                for _ in stones {
                    say("ERROR stones are x,y,owner")?;
                }
                return Ok(());
            }
            ("swap2-proposes", 3 | 5) => "ERROR I only propose",
            ("swap2-off-board", 0) => "0,0 1,0 15,0",
            ("swap2-twice", 0) => "0,0 1,0 0,0",
            ("swap2-few", 0) => "0,0 1,0",
            ("swap2-mumbles", 0) => "hm",
            (_, 0) => "0,0 1,0 2,1",
            ("swap2-stays", 3) | ("swap2-two", 5) => "10,10",
            ("swap2-two", 3) => "10,10 11,10",
            ("swap2-three", 3) => "10,10 11,10 12,10",
            ("swap2-taken", 3) => "5,1",
            _ => "SWAP",
        };
        say("MESSAGE thinking")?;
        say(answer)
    }

    /// Notes the limits that it has now.
    fn log_limits(&mut self) -> Done {
        #[cfg(target_os = "linux")]
        if self.manner == "limits"
            && let Some(log) = &mut self.log
        {
            writeln!(log, "{}", std::fs::read_to_string("/proc/self/limits")?)?;
        }
        Ok(())
    }

    /// Makes a move, in its manner.
    fn answer(&mut self) -> Done {
        self.log_limits()?;
        self.answers += 1;
        if let Some(tether) = &mut self.tether {
            tether.write_all(b"?")?;
        }
        match self.manner.as_str() {
            "illegal" => {
                let (column, row) = self.taken.first().copied().unwrap_or_default();
                return say(&format!("{column},{row}"));
            }
            "off-board" => return say("20,-1"),
            "garbage" => return say("\u{1b}[2J h8?"),
            "error" => return say("ERROR I do not like this position"),
            "error-then" if self.answers == 2 => {
                return say("ERROR I do not like this position");
            }
            "hang" => sleep_for_ever(),
            "spin" => loop {
                std::hint::spin_loop();
            },
            "late" => thread::sleep(Duration::from_millis(self.turn + 200)),
            "crash" | "die" if self.manner == "die" || self.answers == 2 => {
                writeln!(io::stderr(), "first\n\nout of ideas")?;
                std::process::exit(3);
            }
            "flood" => {
                let mut out = io::stdout().lock();
                loop {
                    out.write_all(&[b'x'; 4096])?;
                }
            }
            "explores" => {
                for found in self.explore() {
                    say(&format!("MESSAGE {found}"))?;
                }
                #[cfg(target_os = "linux")]
                look_around()?;
            }
            "talks" => say("MESSAGE depth 3\nMESSAGE \u{1b}depth  4")?,
            // Says something, and makes its move as soon as the other end of its tether says so.
            "waits" => {
                say("MESSAGE depth 3\nDEBUG not for people\nMESSAGE  depth 4 ")?;
                if let Some(tether) = &mut self.tether {
                    tether.read_exact(&mut [0])?;
                }
            }
            "chatter" => loop {
                say("MESSAGE blah")?;
            },
            "loud" => {
                let mut errors = io::stderr().lock();
                for _ in 0..100_000 {
                    writeln!(errors, "a line that fills the pipe")?;
                }
            }
            "hungry" => {
                let mut hoard = Vec::new();
                loop {
                    let mut more = Vec::<u8>::new();
                    if more.try_reserve_exact(16 << 20).is_err() {
                        writeln!(io::stderr(), "no memory after {} MiB", hoard.len() * 16)?;
                        std::process::exit(5);
                    }
                    hoard.push(more);
                }
            }
            "banner" => say("\r\nDEBUG depth 3\r\nUNKNOWN\r\nMESSAGE thinking")?,
            "suggests" | "insists" if self.manner == "insists" || self.answers % 2 == 1 => {
                let (column, row) = self.first_empty();
                return say(&format!("SUGGEST {column},{row}"));
            }
            _ => {}
        }
        let (column, row) = self.first_empty();
        self.taken.push((column, row));
        say(&format!("{column},{row}"))?;
        if self.manner == "echo" {
            // A second answer that nobody asked for.
            say("0,0")?;
        }
        Ok(())
    }

    /// Tries what its options say, and to write into its folder: `read:ok`, `write:PermissionDenied`.
    fn explore(&self) -> Vec<String> {
        let tried = self.tries.iter().map(|(option, value)| {
            let act = option.trim_start_matches('-');
            let done = match act {
                "read" => std::fs::read(value).map(drop),
                "write" => std::fs::write(value, "written"),
                _ => TcpStream::connect(value).map(drop),
            };
            outcome(act, done)
        });
        let kept = self.folder.iter().map(|folder| {
            let file = format!("{folder}learnt");
            let kept = std::fs::write(&file, "kept").and_then(|()| std::fs::read(&file));
            outcome("keep", kept.map(drop))
        });
        tried.chain(kept).collect()
    }

    fn first_empty(&self) -> (usize, usize) {
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let mut empty = cells.filter(|cell| !self.taken.contains(cell));
        empty.next().unwrap_or_default()
    }
}

fn outcome(act: &str, done: Done) -> String {
    match done {
        Ok(()) => format!("{act}:ok"),
        Err(error) => format!("{act}:{:?}", error.kind()),
    }
}

/// Says what it sees of the program that started it: variables, network, a signal; and its limits.
#[cfg(target_os = "linux")]
fn look_around() -> Done {
    let parent = std::os::unix::process::parent_id();
    let signalled = Command::new("kill")
        .args(["-0", &parent.to_string()])
        .output()?;
    let network = std::fs::read_link("/proc/self/ns/net")?;
    say(&format!("MESSAGE signal:{}", signalled.status.success()))?;
    say(&format!("MESSAGE network:{}", network.display()))?;
    say(&format!(
        "MESSAGE variable:{}",
        std::env::var_os("CARGO_MANIFEST_DIR").is_some()
    ))?;
    let variables = std::fs::read(format!("/proc/{parent}/environ"));
    say(&format!(
        "MESSAGE {}",
        outcome("parent", variables.map(drop))
    ))?;
    let status = std::fs::read_to_string("/proc/self/status")?;
    let rights = status.lines().find(|line| line.starts_with("CapEff:"));
    let rights = rights.and_then(|line| line.split_whitespace().last());
    say(&format!("MESSAGE rights:{}", rights.unwrap_or_default()))?;
    let limits = std::fs::read_to_string("/proc/self/limits")?;
    for limit in limits.lines() {
        let words: Vec<_> = limit.split_whitespace().collect();
        say(&format!("MESSAGE limit:{}", words.join(" ")))?;
    }
    Ok(())
}

fn say(line: &str) -> Done {
    let is_old = OLD_LINES.load(Ordering::Relaxed);
    let mut out = io::stdout().lock();
    write!(out, "{line}{}", if is_old { '\r' } else { '\n' })?;
    out.flush()
}

/// Reads `7,7` and `7,7,1`.
fn cell(text: &str) -> Option<(usize, usize)> {
    let mut numbers = text.split(',').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_hours(1));
    }
}
