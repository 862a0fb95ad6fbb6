//! Tables and events in words, in lines that make sense when they are read aloud.
//!
//! Pure: a [`Replica`] and an event in, lines out.

mod opening;
mod question;

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{ForbiddenPoint, Outcome, Phase, Reason, SearchInfo, Seat, Thinking};

use crate::language::Said;
use crate::values;

pub(super) use self::question::{Question, answer, who};

/// Describes a table to somebody who joins it.
pub(super) fn table(table: &Replica) -> Vec<String> {
    let seen = table.snapshot();
    let clock = clock_in_words(seen.spec.clock);
    let mut lines = vec![format!(
        "room {}: {}{}, {clock}",
        table.room(),
        seen.spec.variant.said(),
        opening::rule(table)
    )];
    for side in Side::BOTH {
        let you = if table.you() == Some(side) {
            ", you"
        } else {
            ""
        };
        lines.push(format!(
            "{side}{}: {}{you}",
            opening::mark(table, side),
            table.occupant(side)
        ));
    }
    if table.you().is_none() {
        lines.push("you watch".to_owned());
    }
    match &seen.phase {
        Phase::Seating => lines.push(format!(
            "a seat is open; others take it with: enlinea join {}",
            table.room()
        )),
        Phase::Playing => {
            let plies = table.plies().len();
            if plies > 0 {
                lines.push(format!("game {}, after ply {plies}:", seen.series.game));
                lines.extend(board(table.game()));
            }
            lines.push(turn(table));
            if !seen.forbidden.is_empty() {
                lines.push(forbidden_in_words(table.game(), &seen.forbidden));
            }
        }
        Phase::Over { outcome } => {
            let plies = table.plies().len();
            lines.push(format!("game {}, after ply {plies}:", seen.series.game));
            lines.extend(board(table.game()));
            lines.push(outcome_in_words(table, outcome));
        }
    }
    lines
}

/// Describes an event that was just applied to `table`.
pub(super) fn event(table: &Replica, event: &RoomEvent, now: Millis) -> Vec<String> {
    let who = |side: Side| format!("{side} ({})", table.occupant(side));
    match event {
        RoomEvent::SeatTaken { side, seat } => vec![format!("{seat} sits as {side}")],
        RoomEvent::SeatVacated { side } => vec![format!("the seat of {side} is open again")],
        // Who leaves is told so themselves, and by `left`.
        RoomEvent::Disconnected { side } if table.you() == Some(*side) => Vec::new(),
        RoomEvent::Disconnected { side } if table.to_move().is_none() => {
            vec![format!("{} is away", who(*side))]
        }
        RoomEvent::Disconnected { side } => {
            let grace = table.snapshot().grace.as_millis().div_ceil(1000);
            vec![format!(
                "{} is away; the game can be claimed after {grace} s",
                who(*side)
            )]
        }
        RoomEvent::Reconnected { side } => vec![format!("{} is back", who(*side))],
        RoomEvent::Watchers { watching, names } => vec![watchers(*watching, names.as_deref())],
        RoomEvent::Started { series, seats, .. } => {
            let [first, second] = Side::BOTH.map(|side| seats[side].to_string());
            vec![
                format!(
                    "game {} begins: {first} is first, {second} is second",
                    series.game
                ),
                turn(table),
            ]
        }
        RoomEvent::Moved {
            side, ply, made, ..
        } => {
            let left = made
                .left
                .map(|left| format!(", {left} left"))
                .unwrap_or_default();
            let ply = format!(
                "{ply}. {side} plays {}{} ({}){left}",
                cell_in_words(table.game(), made.square),
                opening::colour_of_ply(table, *ply),
                table.occupant(*side)
            );
            let mut lines = vec![ply];
            let is_told = table.is_my_turn() || table.opening().is_some();
            if is_told && table.game().ending().is_none() {
                lines.push(turn(table));
            }
            lines
        }
        RoomEvent::Over {
            outcome, series, ..
        } => {
            let score = format!(
                "score: {} {}, {} {}, drawn {}",
                table.occupant(Side::First),
                series.wins.first,
                table.occupant(Side::Second),
                series.wins.second,
                series.draws
            );
            vec![outcome_in_words(table, outcome), score]
        }
        RoomEvent::DrawOffered { by } => vec![format!("{} offers a draw", who(*by))],
        RoomEvent::DrawDeclined { by } => vec![format!("{} declines the draw", who(*by))],
        RoomEvent::TakebackAsked { by } => vec![format!("{} asks for a ply back", who(*by))],
        RoomEvent::TakebackDeclined { by } => vec![format!("{} declines the takeback", who(*by))],
        RoomEvent::TakenBack { by, plies, .. } => vec![
            format!("{} takes back; {plies} plies are left", who(*by)),
            turn(table),
        ],
        RoomEvent::RematchOffered { by } => vec![format!("{} offers a rematch", who(*by))],
        RoomEvent::ChatPosted { line } => vec![format!("{}: {}", line.name, line.text)],
        // Players are told after the game, all at once; it would bury the result.
        RoomEvent::SearchInfo { .. } if table.you().is_some() => Vec::new(),
        RoomEvent::SearchInfo { search } => vec![thought_in_words(table, search)],
        RoomEvent::Clock { .. } => {
            let [first, second] =
                Side::BOTH.map(|side| table.left(side, now).unwrap_or_default().to_string());
            vec![format!("clock: first {first}, second {second}")]
        }
        RoomEvent::Thinking { thinking } => vec![thinking_in_words(table, thinking)],
        RoomEvent::EngineMessage { side, text, .. } => vec![format!("{}: {text}", who(*side))],
        RoomEvent::Forbidden { points } => vec![forbidden_in_words(table.game(), points)],
        RoomEvent::OpeningChosen { by, choice, .. } => opening::chosen(table, *by, *choice),
        RoomEvent::Opening { opening } => opening::of_later_release(table, opening),
        RoomEvent::Locked { locked: true } => vec!["nobody else is let in any more".to_owned()],
        RoomEvent::Locked { locked: false } => vec!["others are let in again".to_owned()],
        RoomEvent::Removed { name } => vec![format!("{name} was sent out of the room")],
        RoomEvent::ChatClosed { closed: true } => vec!["the chat is closed".to_owned()],
        RoomEvent::ChatClosed { closed: false } => vec!["the chat is open again".to_owned()],
        RoomEvent::ChatHidden => Vec::new(),
    }
}

/// The spectators: their number, and their names where everybody is told them.
fn watchers(watching: u32, names: Option<&[Name]>) -> String {
    let count = match watching {
        0 => return "nobody watches any more".to_owned(),
        1 => "1 watches".to_owned(),
        watching => format!("{watching} watch"),
    };
    match names {
        None => count,
        Some(names) => {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            format!("{count}: {}", names.join(", "))
        }
    }
}

fn thinking_in_words(table: &Replica, thinking: &Thinking) -> String {
    let depth = thinking
        .depth
        .map(|depth| format!(", depth {depth}"))
        .unwrap_or_default();
    let occupant = table.occupant(thinking.side);
    format!("{occupant} has thought for {}{depth}", thinking.elapsed)
}

fn forbidden_in_words(game: &Game, points: &[ForbiddenPoint]) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|point| {
            format!(
                "{} ({})",
                cell_in_words(game, point.square),
                point.kind.said()
            )
        })
        .collect();
    format!("forbidden: {}", points.join(", "))
}

/// Names the side to move, and its action in an opening.
pub(super) fn turn(table: &Replica) -> String {
    match table.to_move() {
        Some(_) if table.opening().is_some() => opening::turn(table),
        Some(side) if table.you() == Some(side) => {
            format!("your turn: you play {side}{}", opening::mark(table, side))
        }
        Some(side) => format!("{side} ({}) is to move", table.occupant(side)),
        None => "nobody is to move".to_owned(),
    }
}

/// Draws the board, the top row first, with rows numbered and columns named below.
pub(super) fn board(game: &Game) -> Vec<String> {
    let shape = game.shape();
    let mut lines: Vec<_> = (0..shape.rows)
        .rev()
        .zip(rows(game))
        .map(|(row, stones)| {
            let stones: Vec<_> = stones.chars().map(String::from).collect();
            format!("{:>2}  {}", row + 1, stones.join("  "))
        })
        .collect();
    let columns: Vec<_> = (0..shape.columns)
        .map(|column| {
            let name = match game.variant().notation() {
                Notation::Column => (column + 1).to_string(),
                Notation::Cell => char::from(b'a' + column).to_string(),
            };
            format!("{name:>2}")
        })
        .collect();
    lines.push(format!("   {}", columns.join(" ")));
    lines
}

/// The rows of the board, the top one first, with a character for each cell.
pub(super) fn rows(game: &Game) -> Vec<String> {
    let shape = game.shape();
    let row = |row| {
        let cells = (0..shape.columns).map(|column| {
            let cell = Square::new(column, row).and_then(|square| game.cell(square));
            cell.map_or('.', stone)
        });
        cells.collect()
    };
    (0..shape.rows).rev().map(row).collect()
}

/// The mark of a side on the board.
fn stone(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn cell_in_words(game: &Game, square: Square) -> String {
    let text = game.write_move(square);
    match game.variant().notation() {
        Notation::Column => format!("column {text}"),
        Notation::Cell => text,
    }
}

fn clock_in_words(clock: Option<ClockSpec>) -> String {
    clock.map_or_else(|| "no clock".to_owned(), |clock| format!("clock {clock}"))
}

fn outcome_in_words(table: &Replica, outcome: &Outcome) -> String {
    let cells: Vec<_> = outcome.line.iter().map(Square::to_string).collect();
    let cells = cells.join(" ");
    let name = |side: Side| format!("{side} ({})", table.occupant(side));
    let how = match (outcome.reason, outcome.winner) {
        (Reason::Line, _) => format!("with {cells} in a row"),
        (Reason::Resignation, Some(winner)) => format!("as {} resigns", name(winner.other())),
        (Reason::Flag, Some(winner)) => format!("as the time of {} is up", name(winner.other())),
        (Reason::Claim, Some(winner)) => format!("as {} stays away", name(winner.other())),
        (Reason::BotFailed, Some(winner)) => {
            format!("as {} made no legal move", name(winner.other()))
        }
        (Reason::FullBoard, _) => "the board is full".to_owned(),
        (Reason::Agreement, _) => "the two agreed".to_owned(),
        (Reason::Aborted, _) => "aborted by a player".to_owned(),
        (Reason::NoFirstMove, _) => "the first ply did not come in time".to_owned(),
        (Reason::Abandoned, _) => "both players stayed away".to_owned(),
        // A server that names no winner here breaks its own rules; the reason is all there is to say.
        (Reason::Resignation, None) => "resigned".to_owned(),
        (Reason::Flag, None) => "out of time".to_owned(),
        (Reason::Claim, None) => "claimed".to_owned(),
        (Reason::BotFailed, None) => "a bot failed".to_owned(),
        (Reason::Other(word), _) => format!("by {word}"),
    };
    match outcome.winner {
        Some(winner) if table.you() == Some(winner) => {
            format!("game over: you win, {}, {how}", name(winner))
        }
        Some(winner) => format!("game over: {} wins {how}", name(winner)),
        None if outcome.counts() => format!("game over: a draw, {how}"),
        None => format!("game over without a result: {how}"),
    }
}

fn thought_in_words(table: &Replica, thought: &SearchInfo) -> String {
    let depth = thought
        .depth
        .map(|depth| format!(", depth {depth}"))
        .unwrap_or_default();
    let certainty = match thought.exact {
        Some(true) => ", exact",
        Some(false) => ", not exact",
        None => "",
    };
    let game = table.game();
    let pv: Vec<_> = thought
        .pv
        .iter()
        .map(|&square| game.write_move(square))
        .collect();
    format!(
        "{}. {} thought: {}{certainty}{depth}, {} nodes in {} ms, expects {}",
        thought.ply,
        table.occupant(thought.side),
        values::search_words(game, thought),
        thought.nodes,
        thought.elapsed.as_millis(),
        pv.join(" ")
    )
}

/// Describes the analysis of the position after `plies` plies of the game: the scores of its columns, or its best
/// lines.
pub(super) fn analysis(
    table: &Replica,
    plies: u16,
    columns: &[ColumnValue],
    lines: &[BestLine],
) -> Vec<String> {
    let game = table.game();
    let squares = game.plies().iter().take(usize::from(plies)).copied();
    let Ok(position) = Game::after(game.variant(), squares) else {
        return Vec::new();
    };
    let mut said: Vec<_> = lines_of(&position, lines)
        .map(|line| format!("after ply {plies}: {line}"))
        .collect();
    if said.is_empty() {
        let columns = columns_of(&position, columns);
        said.extend(columns.map(|columns| format!("after ply {plies}: {columns}")));
    }
    if said.is_empty() {
        said.push(format!("after ply {plies}: no move has a value"));
    }
    said
}

/// Describes the values of the columns of a position, if it has any.
pub(super) fn columns_of(position: &Game, columns: &[ColumnValue]) -> Option<String> {
    let words: Vec<_> = (1..)
        .zip(columns)
        .map(|(number, value)| format!("{number} {}", values::words(position, *value)))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// Describes the best lines of a position of a game, each with its first move in front.
pub(super) fn lines_of<'a>(
    game: &'a Game,
    lines: &'a [BestLine],
) -> impl Iterator<Item = String> + 'a {
    lines.iter().map(|line| {
        let score = values::line_words(line);
        let pv: Vec<_> = line
            .pv
            .iter()
            .map(|square| game.write_move(*square))
            .collect();
        format!("{score}: {}", pv.join(" "))
    })
}

/// True where both seats are held by bots.
pub(super) fn is_between_bots(table: &Replica) -> bool {
    let seats = &table.snapshot().seats;
    Side::BOTH.iter().all(|&side| match seats[side] {
        Seat::Bot { .. } => true,
        Seat::Open | Seat::Human { .. } => false,
    })
}
