//! The program: arguments -> screens or lines -> exit status.

use std::process::ExitCode;

use protocol::id::RoomId;
use tokio::runtime::Runtime;

use crate::args::settings::Settings;
use crate::args::{self, Command, CommandLine, Common, GameSource, StoreKind, TournamentCommand};
use crate::event_loop::Start;
use crate::failure::{Failure, Kind};
use crate::known_servers::KnownServers;
use crate::lines::output::{Mode, Output, warn};
use crate::resolve::WayBack;
use crate::seats::{Seats, Warning};
use crate::ui::{Fault, Goal, KeyMap};
use crate::{crash, event_loop, language, lines, log, resolve};

/// Runs the command of this process, and returns its exit status.
pub fn run() -> ExitCode {
    crash::install();
    let asked = language::asked(std::env::args_os());
    // The faults of the settings are in a language, too.
    language::choose(asked);
    let settings = Settings::load().and_then(|settings| {
        language::choose(asked.or_else(|| settings.language()));
        let fault = |fault: Fault| settings.fault(fault.line, &fault.problem);
        let keymap = KeyMap::new(settings.keys()).map_err(fault)?;
        Ok((settings, keymap))
    });
    let no_settings = Settings::default();
    let known = settings.as_ref().map_or(&no_settings, |(known, _)| known);
    match (args::read(std::env::args_os(), known), &settings) {
        // Help is there whatever the file says.
        (Err(help), _) if !help.use_stderr() => {
            let mut output = Output::new(Mode::Plain);
            output.raw(&args::framed(&help.render().to_string()));
            ended(output.finish())
        }
        (_, Err(wrong)) => complain(wrong),
        (Err(wrong), Ok(_)) => {
            // Standard error that is closed has no reader.
            let _ = wrong.print();
            ExitCode::from(Kind::Usage.status())
        }
        (Ok(line), Ok((_, keymap))) => ended(run_to_end(line, keymap.clone())),
    }
}

fn ended(outcome: Result<(), Failure>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => complain(&failure),
    }
}

/// Runs the command, and leaves behind whatever blocks a thread after it: the system looks a name up for as long as its
/// servers are silent, and nothing can interrupt it.
fn run_to_end(line: CommandLine, keymap: KeyMap) -> Result<(), Failure> {
    let runtime = Runtime::new().expect("the system gives a program its threads");
    let outcome = runtime.block_on(execute(line, keymap));
    runtime.shutdown_background();
    outcome
}

async fn execute(line: CommandLine, keymap: KeyMap) -> Result<(), Failure> {
    crash::rehearse("start");
    // `config` lists the settings first, says what is wrong with a log too, and begins none.
    if !matches!(line.command, Some(Command::Config)) {
        log::begin(&line.common.log)?;
        line.common.check()?;
    }
    if opens_screens(&line) {
        return Box::pin(open_screens(line, keymap)).await;
    }
    let mode = if line.common.json {
        Mode::Json
    } else {
        Mode::Plain
    };
    let mut output = Output::new(mode);
    lines::run(line, &keymap, &mut output).await?;
    output.finish()
}

/// Lists are lines everywhere; the rest are screens where there is a terminal to draw on.
fn opens_screens(line: &CommandLine) -> bool {
    let is_list = match &line.command {
        Some(
            Command::Servers
            | Command::Rooms
            | Command::Bots(_)
            | Command::Forget(_)
            | Command::Whoami
            | Command::Rename(_)
            | Command::ExportKey
            | Command::ImportKey(_)
            | Command::Games
            | Command::History(_)
            | Command::Profile(_)
            | Command::Leaderboard(_)
            | Command::Tournament(
                TournamentCommand::New(_) | TournamentCommand::List | TournamentCommand::Show(_),
            )
            | Command::Export(_)
            | Command::Analyse(_)
            | Command::Config
            | Command::Keys
            | Command::Completions(_)
            | Command::Man(_),
        ) => true,
        // Every board in turn is more than a screen has, and keys come from standard input.
        Some(Command::Replay(replay)) => replay.boards || replay.game == GameSource::Input,
        Some(
            Command::Host(_)
            | Command::New(_)
            | Command::Join(_)
            | Command::Watch(_)
            | Command::Tv(_)
            | Command::Tournament(TournamentCommand::Join(_))
            | Command::Quick(_)
            | Command::Demo(_),
        )
        | None => false,
    };
    let wants_lines = line.common.plain || line.common.json || is_list;
    !wants_lines && event_loop::is_interactive()
}

/// The one way into the screens.
async fn open_screens(line: CommandLine, keymap: KeyMap) -> Result<(), Failure> {
    let common = &line.common;
    let known = resolve::known_servers(common);
    let mut warning = None;
    let start = match line.command {
        None if common.server.is_none() => Start::Home,
        Some(Command::Host(host)) => Start::Hosting {
            listen: host.listen,
            keep: host.store == StoreKind::Sqlite,
            goal: Goal::New(Box::new(host.room)),
        },
        Some(Command::Demo(demo)) => Start::Alone(Goal::New(Box::new(demo.room()))),
        Some(Command::New(room)) => at(common, &known, Goal::New(Box::new(room))).await?,
        Some(Command::Join(room)) => match room.hand_over() {
            Some(code) => Start::At(
                resolve::server_with(room.room(), common, &known).await?,
                Goal::TakeOver(code),
            ),
            None => join(common, &known, room.room(), &mut warning).await?,
        },
        Some(Command::Watch(room)) => Start::At(
            resolve::server_with(room.room(), common, &known).await?,
            Goal::Watch(room.room()),
        ),
        Some(Command::Tv(tv)) => {
            let goal = tv.tournament.map_or(Goal::Tv, Goal::Wall);
            at(common, &known, goal).await?
        }
        Some(Command::Tournament(TournamentCommand::Join(args))) => {
            at(common, &known, Goal::Enter(args.code)).await?
        }
        Some(Command::Quick(quick)) => {
            let goal = Goal::Quick(quick.game, quick.clock, quick.rating);
            at(common, &known, goal).await?
        }
        Some(Command::Replay(replay)) => Start::Replay(Box::new(
            lines::load(common, &replay.game, replay.number).await?,
        )),
        // `opens_screens` has taken the lists out, and the lobby shows what they have.
        None | Some(_) => at(common, &known, Goal::Lobby).await?,
    };
    Box::pin(event_loop::run(common, keymap, known, start, warning)).await
}

/// The room, on the server of the person's seat in it where there is one. What is wrong with the saved seats is mended
/// when they are opened, and told once by the `warning`.
async fn join(
    common: &Common,
    known: &KnownServers,
    room: RoomId,
    warning: &mut Option<Warning>,
) -> Result<Start, Failure> {
    let goal = Goal::Join(room);
    let (seats, problem) = Seats::open(common.data.clone());
    *warning = problem;
    match resolve::way_back(common, &seats, room).await {
        Some(WayBack::Start(seat)) => Ok(Start::Hosting {
            listen: seat.listen(),
            keep: true,
            goal,
        }),
        Some(WayBack::Connect(urls, _)) => Ok(Start::At(urls, goal)),
        None => Ok(Start::At(
            resolve::server_with(room, common, known).await?,
            goal,
        )),
    }
}

async fn at(common: &Common, known: &KnownServers, goal: Goal) -> Result<Start, Failure> {
    Ok(Start::At(resolve::server(common, known).await?, goal))
}

fn complain(failure: &Failure) -> ExitCode {
    warn(&failure.to_string());
    failure.exit_code()
}
