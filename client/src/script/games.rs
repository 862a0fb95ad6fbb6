//! The commands about games that are saved: `games`, `export`, `replay`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use protocol::game::Game;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::record::{Record, RecordError};

use super::describe;
use super::json_lines::{GameLine, RecordLine, ReplayLine, WrittenLine};
use super::lists::{self, answer_to};
use super::output::{Mode, Output, warn};
use crate::args::{Common, ExportArgs, GameName, GameSource, ReplayArgs};
use crate::failure::Failure;
use crate::language::Said;
use crate::library::{Entry, Library, NotKept, Unreadable, read};
use crate::resolve;
use crate::seats::data_directory;
use crate::values::found_words;

/// Lists the games of the library, the latest first, and the rooms of the server, if there is one.
pub(super) async fn games(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let library = library(common)?;
    let games = library.games().map_err(|problem| unusable(&problem))?;
    if games.is_empty() {
        warn("no game is kept yet: every game that you play or watch to its end will be");
    }
    for entry in &games {
        match output.mode() {
            Mode::Plain => output.line(&in_words(entry, library.directory())),
            Mode::Json => output.json_line(&GameLine::new(entry)),
        }
    }
    if !games.is_empty() {
        let directory = library.directory().display();
        output.line(&format!("the files are in {directory}"));
    }
    // A list of files needs no server, and no search for one.
    if common.server.is_some() || resolve::is_server_here().await {
        output.line("on the server:");
        lists::rooms(common, output).await?;
    }
    Ok(())
}

fn in_words(entry: &Entry, directory: &Path) -> String {
    let file = entry.path.strip_prefix(directory).unwrap_or(&entry.path);
    let file = file.display();
    let record = match &entry.record {
        Ok(record) => record,
        Err(problem) => {
            return say!(
                "files-record-unreadable",
                file = file.to_string(),
                problem = problem.said()
            );
        }
    };
    let tag = |name| record.tag(name).unwrap_or("?");
    let reason = record
        .reason()
        .map_or(String::new(), |reason| format!(", {reason}"));
    let watched = if entry.watched { ", watched" } else { "" };
    // What has no name of its own is named by its file.
    let name = entry.own_name();
    let name = name.map_or_else(|| tag("Room").to_owned(), |name| name.to_string());
    format!(
        "{} {name}: {}, {} against {}, {}{reason}, {} plies{watched}, {file}",
        tag("Date"),
        record.variant().said(),
        tag("First"),
        tag("Second"),
        record.result(),
        record.plies().len(),
    )
}

/// Writes the record of a game to a file or to standard output.
pub(super) async fn export(
    common: &Common,
    args: ExportArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let record = of_room(common, args.code).await?;
    let Some(path) = &args.file else {
        match output.mode() {
            Mode::Plain => output.raw(&record.to_string()),
            Mode::Json => output.json_line(&RecordLine {
                record: record.to_string(),
            }),
        }
        return Ok(());
    };
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(record.to_string().as_bytes()));
    written.map_err(|problem| {
        let remedy = match problem.kind() {
            ErrorKind::AlreadyExists => "; it is left as it is, name another file",
            _ => "",
        };
        Failure::failed(format!("{}: {problem}{remedy}", path.display()))
    })?;
    match output.mode() {
        Mode::Plain => output.line(&format!("written to {}", path.display())),
        Mode::Json => output.json_line(&WrittenLine {
            written: path.display().to_string(),
        }),
    }
    Ok(())
}

/// Shows the moves of a game, and its board.
pub(super) async fn replay(
    common: &Common,
    args: ReplayArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let record = load(common, &args.game).await?;
    match output.mode() {
        Mode::Plain => replay_in_words(&record, args.boards, output),
        Mode::Json => replay_in_json(&record, args.boards, output),
    }
    Ok(())
}

fn replay_in_words(record: &Record, boards: bool, output: &mut Output) {
    for (name, value) in record.tags() {
        output.line(&format!("{name}: {value}"));
    }
    if let Some(comment) = record.comment() {
        output.line(comment);
    }
    let mut game = Game::new(record.variant());
    for (number, ply) in (1..).zip(record.plies()) {
        let (side, word) = (game.side_to_move(), game.write_move(ply.square()));
        game.play(ply.square()).expect("a record has legal plies");
        let left = ply.left().map(|left| format!(", {left} left"));
        let comment = ply.comment().map(|comment| format!(": {comment}"));
        output.line(&format!(
            "{number}. {side}: {word}{}{}",
            left.unwrap_or_default(),
            comment.unwrap_or_default()
        ));
        if let Some(found) = found_words(&game, ply) {
            output.line(&format!("{number}. {found}"));
        }
        if boards {
            show(&game, output);
        }
    }
    if !boards {
        show(&game, output);
    }
    output.line(&format!("result: {}", record.result()));
}

fn show(game: &Game, output: &mut Output) {
    for line in describe::board(game) {
        output.line(&line);
    }
}

fn replay_in_json(record: &Record, boards: bool, output: &mut Output) {
    output.json_line(&ReplayLine::game(record));
    let mut game = Game::new(record.variant());
    for (number, ply) in (1..).zip(record.plies()) {
        let side = game.side_to_move();
        game.play(ply.square()).expect("a record has legal plies");
        output.json_line(&ReplayLine::ply(&game, number, side, ply, boards));
    }
    output.json_line(&ReplayLine::result(record, &game, !boards));
}

/// Returns the game of a source.
///
/// # Errors
///
/// The reason why there is none.
pub async fn load(common: &Common, source: &GameSource) -> Result<Record, Failure> {
    let fault = |name: &str, problem: String| {
        Failure::failed(say!("files-problem", file = name, problem = problem))
    };
    match source {
        GameSource::Input => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            let name = say!("files-standard-input");
            read.map_err(|problem| fault(&name, problem.to_string()))?;
            text.parse()
                .map_err(|problem: RecordError| fault(&name, problem.said()))
        }
        GameSource::File(path) => read(path).map_err(|problem| {
            let name = path.display().to_string();
            match &problem {
                Unreadable::File(missing) if missing.kind() == ErrorKind::NotFound => {
                    fault(&name, say!("files-no-file-no-room"))
                }
                problem => fault(&name, problem.said()),
            }
        }),
        GameSource::Room(room) => of_room(common, *room).await,
    }
}

/// Returns a game of a room: that in the library, or else, of the latest, the one that the server has.
async fn of_room(common: &Common, name: GameName) -> Result<Record, Failure> {
    let room = name.room;
    let library = library(common)?;
    match library.find(name) {
        Ok(record) => return Ok(record),
        Err(NotKept::NoSuchGame(numbers)) if let Some(number) = name.number => {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            return Err(Failure::failed(if numbers.is_empty() {
                format!(
                    "no game of the room {room} is kept; its latest may be on the server, as {room}"
                )
            } else {
                let numbers = numbers.join(", ");
                format!("game {number} of the room {room} is not kept; there are: {numbers}")
            }));
        }
        Err(NotKept::NoSuchGame(_)) => {}
        Err(NotKept::Library(problem)) => warn(&unusable(&problem).to_string()),
    }
    let question = Some(ClientMsg::Record { room });
    let text = answer_to(common, None, question, |message| match message {
        ServerMsg::Record { text, .. } => Some(text.clone()),
        _ => None,
    })
    .await?;
    let record = text.parse::<Record>();
    record
        .map_err(|problem| Failure::failed(say!("files-no-record-sent", problem = problem.said())))
}

fn library(common: &Common) -> Result<Library, Failure> {
    let data = data_directory(common.data.clone());
    let data = data.ok_or_else(|| {
        Failure::failed(
            "games are kept nowhere, since there is no home directory; name one with --data",
        )
    })?;
    Ok(Library::below(&data))
}

fn unusable(problem: &std::io::Error) -> Failure {
    Failure::failed(format!("the library cannot be read: {problem}"))
}
