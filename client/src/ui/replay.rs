//! The screen of a saved game: its board at any ply, comments, clock times, and its evaluation. Needs no server.

mod draw;

use protocol::game::Game;
use protocol::id::Revision;
use protocol::record::Record;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::game_layout::{self, GameLayout};
use super::{Action, App, Evaluated, Evaluation, Page, Scene, Screen, Target};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::values::has_values;

/// A saved game on the screen.
#[derive(Debug)]
pub struct Replay {
    record: Record,
    game: Game,
    /// The position on the screen, by the number of its plies.
    pub shown: u16,
    /// The cell whose value is told.
    pub(super) cursor: Square,
    /// The cell in the middle of a board that is a window; the mouse does not move it.
    centre: Square,
    /// True while the values of the position are shown.
    values: bool,
    /// True while the curve of the game and the faults of its moves are shown.
    curve: bool,
    /// Findings of the engine so far, from the first time that any of it was asked for. Kept while none is shown.
    evaluation: Option<Evaluation>,
}

/// Plies by which a page key goes on.
const PAGE: u16 = 10;

impl Page for Replay {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Down, End, Home, Left, Right, Up};
        &[
            bind(
                &[Left, Char(','), Char('h')],
                Intent::Earlier,
                id!("keys-replay-back"),
                true,
            ),
            bind(
                &[Right, Char('.'), Char('l'), Char(' ')],
                Intent::Later,
                id!("keys-replay-on"),
                true,
            ),
            bind(
                &[Home, Char('<')],
                Intent::Beginning,
                id!("keys-replay-start"),
                true,
            ),
            bind(
                &[End, Char('>')],
                Intent::Live,
                id!("keys-replay-end"),
                true,
            ),
            bind(
                &[Down, Char('j')],
                Intent::PageDown,
                id!("keys-ten-on"),
                false,
            ),
            bind(
                &[Up, Char('k')],
                Intent::PageUp,
                id!("keys-ten-back"),
                false,
            ),
            bind(&[Char('a')], Intent::Evaluate, id!("keys-analyse"), true),
            bind(&[Char('v')], Intent::Values, id!("keys-values"), true),
            bind(&[Char('c')], Intent::Copy, id!("keys-copy"), false),
        ]
    };

    fn update(app: &mut App, intent: Intent) -> Vec<Action> {
        app.on_replay_intent(intent)
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        if let Some(replay) = &app.replay {
            replay.draw(scene.look, frame, area);
        }
    }

    fn click(_app: &App, _was_chosen: bool) -> Option<Intent> {
        None
    }

    fn target_at(app: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        let layout = app.replay.as_ref()?.layout(look, area).ok()?;
        layout.board.cell_at(at).map(Target::Cell)
    }
}

impl App {
    /// Shows a saved game, at its end.
    pub fn show_record(&mut self, record: Record) {
        self.replay = Some(Replay::new(record));
        self.screen = Screen::Replay;
    }

    fn on_replay_intent(&mut self, intent: Intent) -> Vec<Action> {
        let Some(replay) = &mut self.replay else {
            return self.go_home();
        };
        let shown = replay.shown;
        match intent {
            Intent::Earlier => replay.look_at(shown.saturating_sub(1)),
            Intent::Later => replay.look_at(shown + 1),
            Intent::PageUp => replay.look_at(shown.saturating_sub(PAGE)),
            Intent::PageDown => replay.look_at(shown.saturating_add(PAGE)),
            Intent::Beginning => replay.look_at(0),
            Intent::Live => replay.look_at(u16::MAX),
            Intent::Evaluate => {
                replay.curve = !replay.curve;
                return replay.evaluate();
            }
            Intent::Values => {
                replay.values = !replay.values;
                return replay.evaluate();
            }
            Intent::Column(column) if column < replay.game.shape().columns => {
                let cursor = Square::new(column, replay.cursor.row());
                replay.cursor = cursor.unwrap_or(replay.cursor);
                replay.centre = replay.cursor;
            }
            Intent::Copy => {
                let record = Box::new(replay.record.clone());
                self.say(super::table::COPIED.said());
                let dated = false;
                return vec![Action::Copy { record, dated }];
            }
            // It was opened from a command line: nothing is behind it.
            Intent::Back => return vec![Action::Quit],
            _ => {}
        }
        Vec::new()
    }

    /// Takes in what the engine in this program tells of a position; with none, it has told of all.
    pub(super) fn evaluated(&mut self, told: Result<Option<(u16, Evaluated)>, String>) {
        let Some(replay) = &mut self.replay else {
            return;
        };
        match (told, &mut replay.evaluation) {
            (Ok(Some((plies, evaluated))), Some(evaluation)) => evaluation.put(plies, evaluated),
            (Ok(None), Some(evaluation)) => evaluation.is_running = false,
            // About the game of a screen that is gone.
            (Ok(_), None) => {}
            (Err(problem), _) => {
                (replay.evaluation, replay.values, replay.curve) = (None, false, false);
                self.say(problem);
            }
        }
    }
}

impl Replay {
    fn new(record: Record) -> Self {
        let game = record.game();
        let shape = game.shape();
        let middle = Square::new(shape.columns / 2, shape.rows / 2);
        let middle = middle.expect("the middle of a board is on it");
        let mut replay = Self {
            shown: 0,
            cursor: middle,
            centre: middle,
            values: false,
            curve: false,
            evaluation: None,
            record,
            game,
        };
        replay.look_at(u16::MAX);
        replay
    }

    fn look_at(&mut self, plies: u16) {
        self.shown = plies.min(self.game.plies().len() as u16);
        // A board that is a window shows the last stone.
        let last = usize::from(self.shown).checked_sub(1);
        if let (Some(last), false) = (last, has_values(&self.game)) {
            self.cursor = self.game.plies()[last];
            self.centre = self.cursor;
        }
    }

    /// Asks for the evaluation of the game, once: values and curve have the same one.
    fn evaluate(&mut self) -> Vec<Action> {
        if self.evaluation.is_some() {
            return Vec::new();
        }
        self.evaluation = Some(Evaluation::new(&self.game, Revision(0)));
        let game = Box::new(self.game.clone());
        let first = self.shown;
        vec![Action::Evaluate { game, first }]
    }

    /// The position on the screen.
    fn position(&self) -> Game {
        let squares = self.game.plies()[..usize::from(self.shown)].iter().copied();
        Game::after(self.game.variant(), squares).expect("the plies of a game are legal")
    }

    fn layout(&self, look: &Look, area: Rect) -> Result<GameLayout, (u16, u16)> {
        let values = self.values && has_values(&self.game);
        game_layout::lay_out(self.game.variant(), self.centre, values, look, area)
    }
}

#[cfg(test)]
mod tests;
