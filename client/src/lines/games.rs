//! The commands about games that are saved: `games`, `export`, `replay`.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use protocol::game::Game;
use protocol::id::RoomId;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::record::{GameResult, Record};
use protocol::side::Side;
use protocol::text::decode_any;

use super::conversation::answer_to;
use super::json_lines::{GameLine, RecordLine, ReplayLine, WrittenLine};
use super::lists;
use super::output::{Mode, Output, warn};
use super::own_games::kept_in_words;
use crate::args::{Common, ExportArgs, GameSource, ReplayArgs, is_hyphen};
use crate::failure::Failure;
use crate::language::Said;
use crate::library::{Entry, GameName, Library, NotKept, day_in};
use crate::record_files::read_each;
use crate::resolve;
use crate::seats::data_directory;
use crate::values::{Decimals, found_words};
use crate::words::players::names_in;
use crate::words::{endings, listed, opening, table};

/// Lists the games of the library, the latest first, and the rooms of the server, if there is one.
pub(super) async fn games(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let library = library(common)?;
    let games = library.games().map_err(|problem| unusable(&problem))?;
    if games.is_empty() {
        warn(&say!("lines-no-games"));
    }
    for entry in &games {
        match output.mode() {
            Mode::Plain => output.line(&in_words(entry, library.directory())),
            Mode::Json => output.json_line(&GameLine::new(entry)),
        }
    }
    if !games.is_empty() {
        let directory = library.directory().display().to_string();
        output.line(&say!("lines-games-directory", directory = directory));
    }
    // A line of JSON is a finished game or a room of a server.
    if output.mode() == Mode::Plain {
        let seats = super::open_seats(common).returnable();
        seats
            .iter()
            .filter_map(kept_in_words)
            .for_each(|line| output.line(&line));
    }
    let known = resolve::known_servers(common);
    match resolve::server(common, &known).await {
        Ok(urls) => {
            output.line(&say!("lines-on-server"));
            lists::rooms_at(common, (known, urls), output).await
        }
        // A list of files needs no server, unless one was named.
        Err(failure) if common.server.is_some() => Err(failure),
        Err(_) => Ok(()),
    }
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
    // What has no name of its own is named by its file.
    let name = entry.own_name();
    let name = name.map_or_else(|| tag("Room").to_owned(), |name| name.to_string());
    let players = names_in(record).map(|name| name.unwrap_or_else(|| "?".to_owned()));
    let against = say!(
        "lines-against",
        first = players.first,
        second = players.second
    );
    let facts = [
        Some(record.variant().said()),
        Some(against),
        Some(record.result().to_string()),
        record.reason().map(endings::reason),
        Some(say!("lines-plies", count = record.plies().len())),
        entry.watched.then(|| say!("lines-watched")),
        Some(file.to_string()),
    ];
    let facts = listed(facts.into_iter().flatten());
    let day = day_in(record).unwrap_or_else(|| "?".to_owned());
    format!("{day} {name}: {facts}")
}

/// Writes the record of a game to a file or to standard output.
pub(super) async fn export(
    common: &Common,
    args: ExportArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let record = of_room(common, args.code).await?;
    let Some(path) = args.file.filter(|path| !is_hyphen(path)) else {
        match output.mode() {
            Mode::Plain => output.raw(&record.to_string()),
            Mode::Json => output.json_line(&RecordLine {
                record: record.to_string(),
            }),
        }
        return Ok(());
    };
    let file = OpenOptions::new().write(true).create_new(true).open(&path);
    let written = file.and_then(|file| write_whole(&path, file, &record.to_string()));
    written.map_err(|problem| unwritable(&path, &problem))?;
    match output.mode() {
        Mode::Plain => output.line(&say!("lines-written", file = path.display().to_string())),
        Mode::Json => output.json_line(&WrittenLine {
            written: path.display().to_string(),
        }),
    }
    Ok(())
}

/// The failure of a file that was to be made.
pub(super) fn unwritable(path: &Path, problem: &io::Error) -> Failure {
    let (file, reason) = (path.display().to_string(), problem.said());
    Failure::failed(match problem.kind() {
        ErrorKind::AlreadyExists => say!("lines-file-exists", file = file, problem = reason),
        _ => say!("files-problem", file = file, problem = reason),
    })
}

/// Writes a file that was made for it, and removes it where it would be cut: the next try would find it, and leave it.
fn write_whole(path: &Path, mut file: impl Write, text: &str) -> io::Result<()> {
    let written = file.write_all(text.as_bytes());
    drop(file);
    written.inspect_err(|_| {
        // What is wrong with the disk is told.
        let _ = fs::remove_file(path);
    })
}

/// Shows the moves of a game, and its board.
pub(super) async fn replay(
    common: &Common,
    args: ReplayArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let games = match args.number {
        Some(_) => vec![Ok(load(common, &args.game, args.number).await?)],
        None => load_all(common, &args.game).await?,
    };
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for game in games {
        match game {
            Ok(record) => records.push(record),
            Err(fault) => faults.push(fault),
        }
    }
    for (at, record) in records.iter().enumerate() {
        match output.mode() {
            Mode::Plain if at > 0 => output.line(""),
            Mode::Plain | Mode::Json => {}
        }
        match output.mode() {
            Mode::Plain => replay_in_words(record, args.boards, output),
            Mode::Json => replay_in_json(record, args.boards, output),
        }
    }
    // Behind the games, so that they are read without a break; the last one ends the program.
    let last = faults.pop();
    for fault in faults {
        warn(&fault.to_string());
    }
    last.map_or(Ok(()), Err)
}

fn replay_in_words(record: &Record, boards: bool, output: &mut Output) {
    for (name, value) in record.tags() {
        output.line(&tag_in_words(record, name, value));
    }
    if let Some(comment) = record.comment() {
        output.line(comment);
    }
    // Where an opening exchanges the colours, the seats do not say whose stones are X.
    let black = record.turns().black();
    if let (Some(_), Some(black)) = (record.turns().rule(), black) {
        let [black, white] = [black, black.other()].map(|side| player(record, side));
        output.line(&opening::colours(&black, &white));
    }
    let mut game = Game::new(record.variant());
    for (number, ply) in (1..).zip(record.plies()) {
        // The seat, which the result is of too: an opening may exchange the colours.
        let side = record.turns().of_ply(game.plies().len()).said();
        let word = game.write_move(ply.square());
        game.play(ply.square()).expect("a record has legal plies");
        let said = match ply.left() {
            Some(left) => say!(
                "lines-replayed-left",
                ply = number,
                side = side,
                made = word,
                left = left.to_string()
            ),
            None => say!("lines-replayed", ply = number, side = side, made = word),
        };
        output.line(&match ply.comment() {
            Some(comment) => format!("{said}: {comment}"),
            None => said,
        });
        if let Some(found) = found_words(&game, ply, Decimals::Point) {
            output.line(&format!("{number}. {found}"));
        }
        if boards {
            show(&game, output);
        }
    }
    if !boards {
        show(&game, output);
    }
    output.line(&say!("lines-result", result = record.result().to_string()));
}

/// The name of a player, or else the seat.
fn player(record: &Record, side: Side) -> String {
    let name = names_in(record)[side].take();
    name.unwrap_or_else(|| side.said())
}

/// A line of the head; tags that the program does not write itself stand as they are.
fn tag_in_words(record: &Record, name: &str, value: &str) -> String {
    match name {
        "Variant" => say!("lines-tag-variant", value = record.variant().said()),
        "First" => say!("lines-tag-first", value = player(record, Side::First)),
        "Second" => say!("lines-tag-second", value = player(record, Side::Second)),
        "Clock" => say!("lines-tag-clock", value = value),
        "Opening" => say!("lines-tag-opening", value = opening_in_words(record, value)),
        "Date" => say!("lines-tag-date", value = day_in(record).unwrap_or_default()),
        "Room" => say!("lines-tag-room", value = value),
        "Result" => say!("lines-tag-result", value = value),
        "Reason" => {
            let reason = record.reason();
            let reason = reason.map_or_else(|| value.to_owned(), endings::reason);
            say!("lines-tag-reason", value = reason)
        }
        name => format!("{name}: {value}"),
    }
}

/// The rule of the opening with the choices made; `value` where the record has none.
fn opening_in_words(record: &Record, value: &str) -> String {
    let turns = record.turns();
    let Some(rule) = turns.rule() else {
        return value.to_owned();
    };
    let choices = turns.made().iter().map(|made| opening::choice(*made));
    listed([rule.to_string()].into_iter().chain(choices))
}

fn show(game: &Game, output: &mut Output) {
    for line in table::board(game) {
        output.line(&line);
    }
}

fn replay_in_json(record: &Record, boards: bool, output: &mut Output) {
    output.json_line(&ReplayLine::game(record));
    let mut game = Game::new(record.variant());
    for (number, ply) in (1..).zip(record.plies()) {
        let side = game.side_to_move();
        let seat = record.turns().of_ply(game.plies().len());
        game.play(ply.square()).expect("a record has legal plies");
        output.json_line(&ReplayLine::ply(&game, number, (side, seat), ply, boards));
    }
    output.json_line(&ReplayLine::result(record, &game, !boards));
}

/// Returns the game of a source: the one with this number, counted from 1, or the only one.
///
/// # Errors
///
/// The reason why there is none.
pub async fn load(
    common: &Common,
    source: &GameSource,
    number: Option<u32>,
) -> Result<Record, Failure> {
    let mut games = load_all(common, source).await?;
    let count = games.len();
    match number.map(|number| number as usize) {
        None if count > 1 => Err(Failure::failed(say!(
            "files-several-games",
            file = name_of(source),
            count = count
        ))),
        None => games.swap_remove(0),
        Some(number) if number <= count => games.swap_remove(number - 1),
        // What is no record has no games to count.
        Some(_) if count == 1 && games[0].is_err() => games.swap_remove(0),
        Some(number) => Err(Failure::failed(say!(
            "files-no-such-game",
            file = name_of(source),
            count = count,
            number = number
        ))),
    }
}

/// Returns the games of a source, one or more, each damaged one as its failure.
async fn load_all(
    common: &Common,
    source: &GameSource,
) -> Result<Vec<Result<Record, Failure>>, Failure> {
    let fault = |problem: String| {
        Failure::failed(say!(
            "files-problem",
            file = name_of(source),
            problem = problem
        ))
    };
    let read = match source {
        GameSource::Input => {
            let mut bytes = Vec::new();
            let read = io::stdin().read_to_end(&mut bytes);
            read.map(|_length| read_each(&decode_any(&bytes)))
        }
        GameSource::File(path) => fs::read(path).map(|bytes| read_each(&decode_any(&bytes))),
        GameSource::Room(room) => return Ok(vec![Ok(of_room(common, *room).await?)]),
    };
    let games: Vec<_> = read.map_err(|problem| match (source, problem.kind()) {
        (GameSource::File(_), ErrorKind::NotFound) => fault(say!("files-no-file-no-room")),
        _ => fault(problem.said()),
    })?;
    let is_one = games.len() == 1;
    let games = (1_usize..).zip(games).map(|(number, game)| {
        game.map_err(|problem| {
            if is_one {
                return fault(problem);
            }
            Failure::failed(say!(
                "files-damaged-game",
                file = name_of(source),
                number = number,
                problem = problem
            ))
        })
    });
    Ok(games.collect())
}

/// The name of a source in a message.
fn name_of(source: &GameSource) -> String {
    match source {
        GameSource::Input => say!("files-standard-input"),
        GameSource::File(path) => path.display().to_string(),
        GameSource::Room(room) => room.to_string(),
    }
}

/// Returns a game of a room: that in the library, or else, of the latest, the one that the server has. Of one that was
/// saved while it went on, the server is asked for the rest.
async fn of_room(common: &Common, name: GameName) -> Result<Record, Failure> {
    let room = name.room;
    let library = library(common)?;
    let part = match library.find(name) {
        Ok(record) if name.number.is_none() && goes_on(&record) => Some(record),
        Ok(record) => return Ok(record),
        Err(NotKept::NoSuchGame(numbers)) if let Some(number) = name.number => {
            return Err(Failure::failed(if numbers.is_empty() {
                say!("lines-none-kept", room = room.to_string())
            } else {
                say!(
                    "lines-number-not-kept",
                    number = number.get(),
                    room = room.to_string(),
                    numbers = listed(numbers)
                )
            }));
        }
        Err(NotKept::NoSuchGame(_)) => None,
        Err(NotKept::Library(problem)) => {
            warn(&unusable(&problem).to_string());
            None
        }
    };
    match (told_of_room(common, room).await, part) {
        (Err(failure), Some(part)) => {
            let problem = failure.to_string();
            warn(&say!("lines-part-of-game", problem = problem));
            Ok(part)
        }
        (told, _) => told,
    }
}

/// True for the record of a game that was saved while it went on.
fn goes_on(record: &Record) -> bool {
    record.result() == GameResult::Unfinished && record.tag("Reason").is_none()
}

/// Returns the game of a room that the server has.
async fn told_of_room(common: &Common, room: RoomId) -> Result<Record, Failure> {
    let question = ClientMsg::Record { room };
    let text = answer_to(common, question, |message| match message {
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
    let data = data.ok_or_else(|| Failure::failed(say!("lines-kept-nowhere")))?;
    Ok(Library::below(&data))
}

fn unusable(problem: &io::Error) -> Failure {
    let problem = problem.said();
    Failure::failed(say!("lines-library-unreadable", problem = problem))
}

#[cfg(test)]
mod tests {
    use protocol::refusal::Refusal;

    use super::*;
    use crate::args::settings::Settings;
    use crate::language::{Language, within};
    use crate::net::tests::{Double, in_time};

    fn common(data: &Path, url: &str) -> Common {
        let data = data.to_str().unwrap();
        let line = [
            "enlinea", "games", "--name", "Ana", "--data", data, "--server", url,
        ];
        let line = crate::args::read(line.map(Into::into), &Settings::default());
        line.unwrap().common
    }

    /// A disk that is full leaves the name free.
    #[test]
    fn a_record_that_cannot_be_written_whole_leaves_no_file() {
        struct Full(fs::File, usize);

        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                let length = bytes.len().min(self.1);
                self.1 -= length;
                if length == 0 {
                    return Err(ErrorKind::StorageFull.into());
                }
                self.0.write(&bytes[..length])
            }

            fn flush(&mut self) -> io::Result<()> {
                self.0.flush()
            }
        }

        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("game.txt");
        for (room, is_whole) in [(4, false), (100, true)] {
            let file = Full(fs::File::create_new(&path).unwrap(), room);
            let written = write_whole(&path, file, "1. 4 3 *");
            assert_eq!((written.is_ok(), path.exists()), (is_whole, is_whole));
        }
    }

    /// The part that was saved was given without asking.
    #[tokio::test]
    async fn the_rest_of_a_game_that_was_saved_while_it_went_on_comes_from_the_server() {
        let room: RoomId = "K7QM2X".parse().unwrap();
        let text = |plies: &str| {
            format!(
                "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"Bo\"]\n\
                 [Room \"{room}\"]\n[Result \"*\"]\n\n{plies} *\n"
            )
        };
        let data = tempfile::tempdir().unwrap();
        let games = data.path().join("games");
        fs::create_dir(&games).unwrap();
        fs::write(games.join(format!("{room}-1.txt")), text("1. 4")).unwrap();
        let refusal = Refusal::NoSuchRoom { room };
        let message = refusal.to_string();
        let gone = ServerMsg::Refused { refusal, message };
        let text = text("1. 4 3");
        for (name, answer, plies) in [
            ("K7QM2X", Some(ServerMsg::Record { room, text }), 2),
            ("K7QM2X", Some(gone), 1),
            ("K7QM2X-1", None, 1),
        ] {
            let (double, url) = Double::start().await;
            let common = common(data.path(), &url);
            let server = async {
                let answer = answer.expect("the game is in the library");
                let mut visit = double.welcome().await;
                assert_eq!(visit.hear().await, Some(ClientMsg::Record { room }));
                visit.say(answer).await;
                std::future::pending::<()>().await;
            };
            let record = in_time(async {
                tokio::select! {
                    biased;
                    record = of_room(&common, name.parse().unwrap()) => record.unwrap(),
                    () = server => unreachable!("it is there for ever"),
                }
            });
            assert_eq!(record.await.plies().len(), plies, "{name}");
        }
    }

    /// The word of the record stood there in every language.
    #[test]
    fn the_opening_of_a_record_is_told_in_the_language_in_force() {
        let opened = |choices: &str| -> Record {
            let text = format!(
                "[Variant \"gomoku-15\"]\n[First \"Ana\"]\n[Second \"Ben\"]\n[Opening \"{choices}\"]\n\
                 [Result \"0-1\"]\n[Reason \"resignation\"]\n\n1. h8 a1 2. i8 a2 3. j8 0-1\n"
            );
            text.parse().unwrap()
        };
        for (language, choices, expected) in [
            (Language::En, "swap2 white", "Opening: swap2, white"),
            (Language::Es, "swap2 white", "Apertura: swap2, blancas"),
            (Language::Pl, "swap2 white", "Otwarcie: swap2, białe"),
            (
                Language::En,
                "swap2 place_two black",
                "Opening: swap2, two more stones, black",
            ),
            (
                Language::Pl,
                "swap2 place_two black",
                "Otwarcie: swap2, dwa dodatkowe kamienie, czarne",
            ),
        ] {
            within(language, || {
                let record = opened(choices);
                let tags: Vec<_> = record.tags().collect();
                let (name, value) = tags.iter().find(|(name, _)| *name == "Opening").unwrap();
                assert_eq!(tag_in_words(&record, name, value), expected);
            });
        }
    }
}
