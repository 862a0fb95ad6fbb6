//! The commands about games that are saved: `games`, `export`, `replay`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::record::Record;
use serde::Serialize;

use super::describe;
use super::lists::{self, answer_to};
use super::output::{Mode, Output, warn};
use crate::args::{Common, ExportArgs, GameSource, ReplayArgs};
use crate::failure::Failure;
use crate::library::{Entry, Library, Unreadable, read};
use crate::resolve;
use crate::seats::data_directory;

/// Lists the games of the library, the latest first, and the rooms of the server, if there is one.
pub(super) async fn games(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let library = library(common)?;
    let games = library.games().map_err(|problem| unusable(&problem))?;
    if games.is_empty() {
        output.line("no game is kept yet: every game that you play or watch to its end will be");
    }
    for entry in &games {
        match output.mode() {
            Mode::Plain => output.line(&in_words(entry)),
            Mode::Json => output.json(&in_json(entry)),
        }
    }
    // A list of files needs no server, and no search for one.
    if common.server.is_some() || resolve::is_server_here().await {
        output.line("on the server:");
        lists::rooms(common, output).await?;
    }
    Ok(())
}

fn in_words(entry: &Entry) -> String {
    let record = match &entry.record {
        Ok(record) => record,
        Err(problem) => return format!("{}: cannot be read: {problem}", entry.path.display()),
    };
    let tag = |name| record.tag(name).unwrap_or("?");
    let reason = record
        .reason()
        .map_or(String::new(), |reason| format!(", {reason}"));
    let watched = if entry.watched { ", watched" } else { "" };
    format!(
        "{} {}: {}, {} against {}, {}{reason}, {} plies{watched}",
        tag("Date"),
        tag("Room"),
        record.variant().title(),
        tag("First"),
        tag("Second"),
        record.result(),
        record.plies().len(),
    )
}

fn in_json(entry: &Entry) -> String {
    let record = entry.record.as_ref().ok();
    let tag = |name| record.and_then(|record| record.tag(name));
    let line = GameLine {
        file: &entry.path,
        date: tag("Date"),
        room: tag("Room"),
        variant: tag("Variant"),
        first: tag("First"),
        second: tag("Second"),
        result: tag("Result"),
        plies: record.map(|record| record.plies().len()),
        watched: entry.watched,
        problem: entry.record.as_ref().err().map(ToString::to_string),
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// A game of the library in JSON, which is no message of the protocol.
#[derive(Serialize)]
struct GameLine<'a> {
    file: &'a Path,
    date: Option<&'a str>,
    room: Option<&'a str>,
    variant: Option<&'a str>,
    first: Option<&'a str>,
    second: Option<&'a str>,
    result: Option<&'a str>,
    plies: Option<usize>,
    watched: bool,
    /// Reason why the file cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Writes the record of a game to a file or to standard output.
pub(super) async fn export(
    common: &Common,
    args: ExportArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let record = of_room(common, args.code).await?;
    let Some(path) = &args.file else {
        output.raw(&record.to_string());
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
    output.note(&format!("written to {}", path.display()));
    Ok(())
}

/// Shows the moves of a game, and its board.
pub(super) async fn replay(
    common: &Common,
    args: ReplayArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let record = load(common, &args.game).await?;
    for (name, value) in record.tags() {
        output.note(&format!("{name}: {value}"));
    }
    if let Some(comment) = record.comment() {
        output.note(comment);
    }
    let mut game = Game::new(record.variant());
    for (number, ply) in (1..).zip(record.plies()) {
        let (side, word) = (game.side_to_move(), game.write_move(ply.square()));
        game.play(ply.square()).expect("a record has legal plies");
        let left = ply.left().map(|left| format!(", {left} left"));
        let comment = ply.comment().map(|comment| format!(": {comment}"));
        output.note(&format!(
            "{number}. {side}: {word}{}{}",
            left.unwrap_or_default(),
            comment.unwrap_or_default()
        ));
        if args.boards {
            show(&game, output);
        }
    }
    if !args.boards {
        show(&game, output);
    }
    output.note(&format!("result: {}", record.result()));
    Ok(())
}

fn show(game: &Game, output: &mut Output) {
    for line in describe::board(game) {
        output.note(&line);
    }
}

/// Returns the game of a source.
///
/// # Errors
///
/// The reason why there is none.
pub async fn load(common: &Common, source: &GameSource) -> Result<Record, Failure> {
    let fault =
        |name: &str, problem: &dyn std::fmt::Display| Failure::failed(format!("{name}: {problem}"));
    match source {
        GameSource::Input => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|problem| fault("standard input", &problem))?;
            text.parse()
                .map_err(|problem| fault("standard input", &problem))
        }
        GameSource::File(path) => read(path).map_err(|problem| {
            let name = path.display().to_string();
            match &problem {
                Unreadable::File(missing) if missing.kind() == ErrorKind::NotFound => fault(
                    &name,
                    &"there is no such file, and the name is no code of a room either",
                ),
                problem => fault(&name, problem),
            }
        }),
        GameSource::Room(room) => of_room(common, *room).await,
    }
}

/// Returns the latest game of a room: that in the library, or else the one that the server has.
async fn of_room(common: &Common, room: RoomId) -> Result<Record, Failure> {
    match library(common).map(|library| library.of_room(room)) {
        Ok(Ok(Some(record))) => return Ok(record),
        Ok(Ok(None)) => {}
        Ok(Err(problem)) => warn(&unusable(&problem).to_string()),
        Err(problem) => warn(&problem.to_string()),
    }
    let question = Some(ClientMsg::Record { room });
    let text = answer_to(common, None, question, |message| match message {
        ServerMsg::Record { text, .. } => Some(text.clone()),
        _ => None,
    })
    .await?;
    let record = text.parse::<Record>();
    record.map_err(|problem| {
        Failure::failed(format!("the server sent a record that is none: {problem}"))
    })
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
