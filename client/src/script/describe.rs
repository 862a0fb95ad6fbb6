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
use protocol::view::{ForbiddenPoint, Outcome, Phase, Ply, Reason, SearchInfo, Seat, Thinking};

use crate::language::Said;
use crate::values;

pub(super) use self::question::{Question, answer, present};

/// Describes a table to somebody who joins it.
pub(super) fn table(table: &Replica) -> Vec<String> {
    let seen = table.snapshot();
    let room = table.room().to_string();
    let game = seen.spec.variant.said();
    let clock = clock_in_words(seen.spec.clock);
    let mut lines = vec![match seen.spec.opening {
        Some(opening) => say!(
            "script-room-opening",
            room = room.as_str(),
            game = game,
            opening = opening.to_string(),
            clock = clock
        ),
        None => say!(
            "script-room",
            room = room.as_str(),
            game = game,
            clock = clock
        ),
    }];
    lines.extend(seats(table));
    if table.you().is_none() {
        lines.push(say!("script-you-watch"));
    }
    let after_plies = || {
        let plies = table.plies().len();
        say!("script-after-plies", game = seen.series.game, ply = plies)
    };
    match &seen.phase {
        Phase::Seating => lines.push(say!("script-seat-is-open", room = room)),
        Phase::Playing => {
            if !table.plies().is_empty() {
                lines.push(after_plies());
                lines.extend(board(table.game()));
            }
            lines.push(turn(table));
            if !seen.forbidden.is_empty() {
                lines.push(forbidden_in_words(table.game(), &seen.forbidden));
            }
        }
        Phase::Over { outcome } => {
            lines.push(after_plies());
            lines.extend(board(table.game()));
            lines.push(outcome_in_words(table, outcome));
        }
    }
    lines
}

/// The two seats, with who holds them.
fn seats(table: &Replica) -> impl Iterator<Item = String> {
    Side::BOTH.into_iter().map(|side| {
        let seat = opening::seat(table, side);
        let name = occupant(table, side);
        if table.you() == Some(side) {
            say!("script-seat-yours", seat = seat, name = name)
        } else {
            say!("script-seat-held", seat = seat, name = name)
        }
    })
}

/// The name of a seat's occupant.
fn occupant(table: &Replica, side: Side) -> String {
    seat_in_words(&table.snapshot().seats[side])
}

/// The name of an occupant, as lists have it.
pub(super) fn seat_in_words(seat: &Seat) -> String {
    match seat {
        Seat::Open => say!("script-open-seat"),
        Seat::Human { .. } | Seat::Bot { .. } => seat.to_string(),
    }
}

/// A side with the name of its occupant.
fn who(table: &Replica, side: Side) -> String {
    let name = occupant(table, side);
    match side {
        Side::First => say!("script-first", name = name),
        Side::Second => say!("script-second", name = name),
    }
}

/// Describes an event that was just applied to `table`.
pub(super) fn event(table: &Replica, event: &RoomEvent, now: Millis) -> Vec<String> {
    let who = |side: &Side| who(table, *side);
    match event {
        RoomEvent::SeatTaken { side, seat } => {
            let name = seat_in_words(seat);
            vec![match side {
                Side::First => say!("script-sits-first", name = name),
                Side::Second => say!("script-sits-second", name = name),
            }]
        }
        RoomEvent::SeatVacated { side } => vec![match side {
            Side::First => say!("script-vacated-first"),
            Side::Second => say!("script-vacated-second"),
        }],
        // Who leaves is told so themselves, and by `left`.
        RoomEvent::Disconnected { side } if table.you() == Some(*side) => Vec::new(),
        RoomEvent::Disconnected { side } if table.to_move().is_none() => {
            vec![say!("script-away", who = who(side))]
        }
        RoomEvent::Disconnected { side } => {
            let grace = table.snapshot().grace.as_millis().div_ceil(1000);
            vec![say!(
                "script-away-claim",
                who = who(side),
                seconds = grace.to_string()
            )]
        }
        RoomEvent::Reconnected { side } => vec![say!("script-back", who = who(side))],
        RoomEvent::Watchers { watching, names } => vec![watchers(*watching, names.as_deref())],
        RoomEvent::Started { series, seats, .. } => {
            let [first, second] = Side::BOTH.map(|side| seat_in_words(&seats[side]));
            let begins = say!(
                "script-begins",
                game = series.game,
                first = first,
                second = second
            );
            vec![begins, turn(table)]
        }
        RoomEvent::Moved {
            side, ply, made, ..
        } => {
            let mut lines = vec![played(table, *side, *ply, made)];
            let is_told = table.is_my_turn() || table.opening().is_some();
            if is_told && table.game().ending().is_none() {
                lines.push(turn(table));
            }
            lines
        }
        RoomEvent::Over {
            outcome, series, ..
        } => {
            let score = say!(
                "script-score",
                first = occupant(table, Side::First),
                wins = series.wins.first,
                second = occupant(table, Side::Second),
                losses = series.wins.second,
                draws = series.draws
            );
            vec![outcome_in_words(table, outcome), score]
        }
        RoomEvent::DrawOffered { by } => vec![say!("script-offers-draw", who = who(by))],
        RoomEvent::DrawDeclined { by } => vec![say!("script-declines-draw", who = who(by))],
        RoomEvent::TakebackAsked { by } => vec![say!("script-asks-takeback", who = who(by))],
        RoomEvent::TakebackDeclined { by } => {
            vec![say!("script-declines-takeback", who = who(by))]
        }
        RoomEvent::TakenBack { by, plies, .. } => vec![
            say!("script-takes-back", who = who(by), plies = *plies),
            turn(table),
        ],
        RoomEvent::RematchOffered { by } => vec![say!("script-offers-rematch", who = who(by))],
        RoomEvent::ChatPosted { line } => vec![format!("{}: {}", line.name, line.text)],
        // Players are told after the game, all at once; it would bury the result.
        RoomEvent::SearchInfo { .. } if table.you().is_some() => Vec::new(),
        RoomEvent::SearchInfo { search } => vec![thought_in_words(table, search)],
        RoomEvent::Clock { .. } => {
            let [first, second] =
                Side::BOTH.map(|side| table.left(side, now).unwrap_or_default().to_string());
            vec![say!("script-clocks", first = first, second = second)]
        }
        RoomEvent::Thinking { thinking } => vec![thinking_in_words(table, thinking)],
        RoomEvent::EngineMessage { side, text, .. } => vec![format!("{}: {text}", who(side))],
        RoomEvent::Forbidden { points } => vec![forbidden_in_words(table.game(), points)],
        RoomEvent::OpeningChosen { by, choice, .. } => opening::chosen(table, *by, *choice),
        RoomEvent::Opening { opening } => opening::of_later_release(table, opening),
        RoomEvent::Locked { locked: true } => vec![say!("script-locked")],
        RoomEvent::Locked { locked: false } => vec![say!("script-unlocked")],
        RoomEvent::Removed { name } => vec![say!("script-removed", name = name.as_str())],
        RoomEvent::ChatClosed { closed: true } => vec![say!("script-chat-closed")],
        RoomEvent::ChatClosed { closed: false } => vec![say!("script-chat-open")],
        RoomEvent::ChatHidden => Vec::new(),
    }
}

/// A ply that was made, with the colour where an opening may exchange the sides, and the time left.
fn played(table: &Replica, side: Side, ply: u16, made: &Ply) -> String {
    let cell = cell_in_words(table.game(), made.square);
    let name = occupant(table, side);
    let side = side.said();
    let left = made.left.map(|left| left.to_string());
    match (opening::colour_of_ply(table, ply), left) {
        (None, None) => say!(
            "script-played",
            ply = ply,
            side = side,
            cell = cell,
            name = name
        ),
        (None, Some(left)) => say!(
            "script-played-left",
            ply = ply,
            side = side,
            cell = cell,
            name = name,
            left = left
        ),
        (Some(colour), None) => say!(
            "script-played-colour",
            ply = ply,
            side = side,
            cell = cell,
            colour = colour,
            name = name
        ),
        (Some(colour), Some(left)) => say!(
            "script-played-colour-left",
            ply = ply,
            side = side,
            cell = cell,
            colour = colour,
            name = name,
            left = left
        ),
    }
}

/// The spectators: their number, and their names where everybody is told them.
fn watchers(watching: u32, names: Option<&[Name]>) -> String {
    match names {
        _ if watching == 0 => say!("script-nobody-watches-now"),
        None => say!("script-watch", count = watching),
        Some(names) => say!(
            "script-watch-names",
            count = watching,
            names = listed(names)
        ),
    }
}

/// Words with commas between them.
pub(super) fn listed(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

fn thinking_in_words(table: &Replica, thinking: &Thinking) -> String {
    let name = occupant(table, thinking.side);
    let time = thinking.elapsed.to_string();
    match thinking.depth {
        Some(depth) => say!(
            "script-thinks-depth",
            name = name,
            time = time,
            depth = depth.to_string()
        ),
        None => say!("script-thinks", name = name, time = time),
    }
}

fn forbidden_in_words(game: &Game, points: &[ForbiddenPoint]) -> String {
    let points = points.iter().map(|point| {
        let cell = cell_in_words(game, point.square);
        format!("{cell} ({})", point.kind.said())
    });
    say!("script-forbidden", points = listed(points))
}

/// Names the side to move, and its action in an opening.
pub(super) fn turn(table: &Replica) -> String {
    match table.to_move() {
        Some(_) if let Some(opening) = table.opening() => opening::turn(table, opening),
        Some(side) if table.you() == Some(side) => {
            say!("script-your-turn", seat = opening::seat(table, side))
        }
        Some(side) => say!("script-to-move", who = who(table, side)),
        None => say!("script-nobody-to-move"),
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
        Notation::Column => say!("script-column", column = text),
        Notation::Cell => text,
    }
}

fn clock_in_words(clock: Option<ClockSpec>) -> String {
    match clock {
        Some(clock) => say!("script-clock", clock = clock.to_string()),
        None => say!("script-no-clock"),
    }
}

fn outcome_in_words(table: &Replica, outcome: &Outcome) -> String {
    let cells: Vec<_> = outcome.line.iter().map(Square::to_string).collect();
    let cells = cells.join(" ");
    let loser = |winner: Side| who(table, winner.other());
    let how = match (outcome.reason, outcome.winner) {
        (Reason::Line, _) => say!("script-how-line", cells = cells),
        (Reason::Resignation, Some(winner)) => {
            say!("script-how-resignation", name = loser(winner))
        }
        (Reason::Flag, Some(winner)) => say!("script-how-flag", name = loser(winner)),
        (Reason::Claim, Some(winner)) => say!("script-how-claim", name = loser(winner)),
        (Reason::BotFailed, Some(winner)) => {
            say!("script-how-bot-failed", name = loser(winner))
        }
        (Reason::FullBoard, _) => say!("script-how-full-board"),
        (Reason::Agreement, _) => say!("script-how-agreed"),
        (Reason::Aborted, _) => say!("script-how-aborted"),
        (Reason::NoFirstMove, _) => say!("script-how-first-move"),
        (Reason::Abandoned, _) => say!("script-how-abandoned"),
        // A server that names no winner here breaks its own rules; the reason is all there is to say.
        (Reason::Resignation, None) => say!("script-how-resigned"),
        (Reason::Flag, None) => say!("script-how-out-of-time"),
        (Reason::Claim, None) => say!("script-how-claimed"),
        (Reason::BotFailed, None) => say!("script-how-a-bot-failed"),
        (Reason::Other(word), _) => say!("script-how-other", reason = word.to_string()),
    };
    match outcome.winner {
        Some(winner) if table.you() == Some(winner) => {
            say!("script-over-you-win", who = who(table, winner), how = how)
        }
        Some(winner) => say!("script-over-wins", who = who(table, winner), how = how),
        None if outcome.counts() => say!("script-over-draw", how = how),
        None => say!("script-over-no-result", how = how),
    }
}

fn thought_in_words(table: &Replica, thought: &SearchInfo) -> String {
    let game = table.game();
    let certainty = thought.exact.map(|is_exact| {
        if is_exact {
            say!("script-exact")
        } else {
            say!("script-not-exact")
        }
    });
    let depth = thought.depth.map(|depth| depth.to_string());
    let pv = thought.pv.iter().map(|&square| game.write_move(square));
    let pv: Vec<_> = pv.collect();
    let nodes = say!(
        "script-nodes",
        nodes = thought.nodes,
        time = thought.elapsed.as_millis().to_string()
    );
    let found = [
        Some(values::search_words(game, thought)),
        certainty,
        depth.map(|depth| say!("script-depth", depth = depth)),
        Some(nodes),
        Some(say!("script-expects", moves = pv.join(" "))),
    ];
    say!(
        "script-thought",
        ply = thought.ply,
        name = occupant(table, thought.side),
        found = listed(found.into_iter().flatten())
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
    let mut found: Vec<_> = lines_of(&position, lines).collect();
    if found.is_empty() {
        found.extend(columns_of(&position, columns));
    }
    if found.is_empty() {
        found.push(say!("script-no-value"));
    }
    let said = found.into_iter();
    said.map(|found| say!("script-after-ply", ply = plies, found = found))
        .collect()
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
