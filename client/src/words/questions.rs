//! Answers to what somebody asks who does not see the board.

use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::text::Name;

use super::endings::outcome_in_lines;
use super::players::who;
use super::table::{
    board, cell_in_words, clock_in_words, colour_of_ply, forbidden_in_words, seats, turn,
};
use super::{listed, listed_of, opening};

/// A question about the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The board, and whose turn it is.
    Board,
    /// The last ply.
    Last,
    /// The time of both players.
    Clocks,
    /// Every ply.
    Moves,
    /// The moves that there are.
    Legal,
}

/// Most cells that are named one by one: more than that are a number.
const NAMED_CELLS: usize = 30;

/// Returns the answer, as it is at `now`.
pub(crate) fn answer(table: &Replica, question: Question, now: Millis) -> Vec<String> {
    match question {
        Question::Board => {
            let mut lines = board(table.game());
            lines.push(turn(table));
            lines
        }
        Question::Last => last(table),
        Question::Clocks => clocks(table, now),
        Question::Moves => vec![moves(table)],
        Question::Legal => legal(table),
    }
}

fn last(table: &Replica) -> Vec<String> {
    let game = table.game();
    let mut lines = match game.plies().split_last() {
        None => vec![say!("lines-no-move-yet")],
        Some((&square, before)) => {
            let number = before.len() + 1;
            let cell = cell_in_words(game, square);
            // With an opening the seats change their colours, and the colour is what one remembers.
            let colour = colour_of_ply(table, number as u16);
            let said = if let Some(colour) = colour {
                say!(
                    "lines-last-colour",
                    ply = number,
                    cell = cell,
                    colour = colour
                )
            } else {
                let who = who(table, Side::to_move_after(before.len()));
                say!("lines-last", ply = number, cell = cell, who = who)
            };
            vec![said]
        }
    };
    match table.outcome() {
        Some(outcome) => lines.extend(outcome_in_lines(table, outcome, &|side| who(table, side))),
        None => lines.push(turn(table)),
    }
    lines
}

fn clocks(table: &Replica, now: Millis) -> Vec<String> {
    let Some(clock) = table.snapshot().spec.clock else {
        return vec![say!("lines-nobody-has-clock")];
    };
    let left = Side::BOTH.map(|side| {
        let left = table.left(side, now).unwrap_or_default().to_string();
        let who = who(table, side);
        if table.running() == Some(side) {
            say!("lines-left-running", who = who, left = left)
        } else {
            say!("lines-left", who = who, left = left)
        }
    });
    let mut lines = left.to_vec();
    lines.push(clock_in_words(Some(clock)));
    lines
}

fn moves(table: &Replica) -> String {
    let game = table.game();
    if game.plies().is_empty() {
        return say!("lines-no-move-yet");
    }
    let rounds: Vec<_> = (1..)
        .zip(game.plies().chunks(2))
        .map(|(number, round)| {
            let words: Vec<_> = round
                .iter()
                .map(|&square| game.write_move(square))
                .collect();
            format!("{number}. {}", words.join(" "))
        })
        .collect();
    listed(rounds)
}

fn legal(table: &Replica) -> Vec<String> {
    let game = table.game();
    if table.outcome().is_some() {
        return vec![say!("lines-none-over")];
    }
    if !table.choices().is_empty() {
        let choices = table.choices().iter();
        return vec![listed(choices.map(|choice| opening::word(*choice)))];
    }
    let words: Vec<_> = game.legal().map(|square| game.write_move(square)).collect();
    let mut lines = vec![if words.len() > NAMED_CELLS {
        say!(
            "lines-cells",
            legal = words.len(),
            cells = game.shape().cells()
        )
    } else {
        listed(words)
    }];
    let forbidden = &table.snapshot().forbidden;
    if !forbidden.is_empty() {
        lines.push(forbidden_in_words(game, forbidden));
    }
    lines
}

/// Describes who is at the table, with the answer to `who`.
pub(crate) fn present(table: &Replica, spectators: &[Name], watching: u32) -> Vec<String> {
    let mut lines: Vec<_> = seats(table).collect();
    lines.push(match watching {
        0 => say!("lines-nobody-watches"),
        _ => say!(
            "lines-watch-names",
            count = watching,
            names = listed_of(spectators, watching)
        ),
    });
    lines
}
