//! The screen of a saved game: its board at any ply, comments, clock times, and its evaluation. Needs no server.

mod draw;
mod explorer;

pub(super) use explorer::Explorer;
use protocol::game::Game;
use protocol::id::Revision;
use protocol::record::Record;
use protocol::rules::Illegal;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::game_layout::{self, GameLayout};
use super::{Action, App, Evaluated, Evaluation, Page, Scene, Screen, Target};
use crate::board::Look;
use crate::input::{Binding, Intent, Key, bind};
use crate::language::Said;
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
    /// True once a column was chosen by its key, which tries it the second time.
    aims: bool,
    /// True while the values of the position are shown.
    values: bool,
    /// True while the curve of the game and the faults of its moves are shown.
    curve: bool,
    /// Findings of the engine so far, from the first time that any of it was asked for. Kept while none is shown.
    evaluation: Option<Evaluation>,
    /// Moves that are tried instead of those of the game.
    branch: Option<Branch>,
    /// The moves of the server's games in the same positions; `None` for a record that is no game of it.
    pub(super) explorer: Option<Explorer>,
}

/// Moves that are tried from a position of the game on.
#[derive(Debug)]
struct Branch {
    /// The position of the game, by the number of its plies.
    from: u16,
    /// The moves of the game up to there, and those that were tried.
    game: Game,
    evaluation: Evaluation,
}

/// Plies by which a page key goes on.
const PAGE: u16 = 10;

impl Page for Replay {
    const KEYS: &'static [Binding] = {
        use Key::{Char, Down, End, Enter, Home, Left, Right, Up};
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
            bind(&[Enter], Intent::Choose, id!("keys-try"), true),
            bind(
                &[Char('m')],
                Intent::Notation,
                id!("keys-write-move"),
                false,
            ),
            bind(
                &[Home, Char('<')],
                Intent::Beginning,
                id!("keys-replay-start"),
                false,
            ),
            bind(
                &[End, Char('>')],
                Intent::Live,
                id!("keys-replay-end"),
                false,
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
        let mut actions = app.on_replay_intent(intent);
        actions.extend(app.explore());
        actions
    }

    fn draw(app: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        if let Some(replay) = &app.replay {
            replay.draw(scene.look, frame, area);
        }
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
            Intent::Earlier | Intent::Back if replay.branch.is_some() => {
                return replay.step_back(intent == Intent::Back);
            }
            Intent::Later if replay.branch.is_some() => {}
            Intent::Choose => return self.try_move(None),
            Intent::Notation => return self.open_move_prompt(),
            Intent::Earlier => replay.look_at(shown.saturating_sub(1)),
            Intent::Later => replay.look_at(shown + 1),
            Intent::PageUp | Intent::PageDown | Intent::Beginning | Intent::Live => {
                let actions = replay.step_back(true);
                replay.look_at(match intent {
                    Intent::PageUp => shown.saturating_sub(PAGE),
                    Intent::PageDown => shown.saturating_add(PAGE),
                    Intent::Beginning => 0,
                    _ => u16::MAX,
                });
                return actions;
            }
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
                let is_again = cursor == Some(replay.cursor) && replay.aims;
                replay.cursor = cursor.unwrap_or(replay.cursor);
                (replay.centre, replay.aims) = (replay.cursor, true);
                if is_again {
                    return self.try_move(None);
                }
            }
            Intent::Copy => {
                let record = Box::new(replay.record.clone());
                self.say(super::COPIED.said());
                let dated = false;
                return vec![Action::Copy { record, dated }];
            }
            Intent::Back => match self.replay_back.take() {
                Some(screen) => {
                    self.replay = None;
                    self.screen = screen;
                }
                // It was opened from a command line: there is no screen before it.
                None => return vec![Action::Quit],
            },
            _ => {}
        }
        Vec::new()
    }

    /// Takes in what the engine in this program tells of a position; with none, it has told of all.
    pub(super) fn evaluated(&mut self, told: Result<Option<(Game, Evaluated)>, String>) {
        let Some(replay) = &mut self.replay else {
            return;
        };
        let branch = replay.branch.as_mut().map(|branch| &mut branch.evaluation);
        let evaluations = replay.evaluation.iter_mut().chain(branch);
        match told {
            Ok(Some((position, evaluated))) => {
                for evaluation in evaluations.filter(|known| known.has(&position)) {
                    evaluation.put(position.plies().len() as u16, evaluated.clone());
                }
            }
            Ok(None) => evaluations.for_each(|evaluation| evaluation.is_running = false),
            Err(problem) => {
                (replay.evaluation, replay.values, replay.curve) = (None, false, false);
                self.say(problem);
            }
        }
    }

    /// Plays a move on the board that the game does not have, or goes on to the one that it has.
    pub(super) fn try_move(&mut self, square: Option<Square>) -> Vec<Action> {
        let Some(replay) = &mut self.replay else {
            return Vec::new();
        };
        let square = square.unwrap_or(replay.cursor);
        match replay.branch_off(square) {
            Ok(mut actions) => {
                actions.extend(self.explore());
                actions
            }
            Err(problem) => {
                self.say(problem.said());
                Vec::new()
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
            branch: None,
            explorer: None,
            aims: false,
            record,
            game,
        };
        replay.look_at(u16::MAX);
        replay
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    fn look_at(&mut self, plies: u16) {
        self.shown = plies.min(self.game.plies().len() as u16);
        self.aims = false;
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
        self.ask()
    }

    /// Asks for what is not known yet, from the position on the screen on.
    fn ask(&self) -> Vec<Action> {
        let (line, shown) = (self.line(), self.plies_shown());
        let unknown = |plies: &u16| {
            let evaluation = self.findings();
            evaluation.is_none_or(|evaluation| evaluation.at(*plies).is_none())
        };
        let order = (shown..=line.plies().len() as u16).chain(0..shown);
        let order: Vec<_> = order.filter(unknown).collect();
        let game = Box::new(line.clone());
        vec![Action::Evaluate { game, order }]
    }

    /// The game, or the moves that are tried instead of it.
    fn line(&self) -> &Game {
        let branch = self.branch.as_ref();
        branch.map_or(&self.game, |branch| &branch.game)
    }

    /// The findings of the engine about that.
    fn findings(&self) -> Option<&Evaluation> {
        let branch = self.branch.as_ref();
        let of_branch = branch.map(|branch| &branch.evaluation);
        of_branch.or(self.evaluation.as_ref())
    }

    /// The plies of the position on the screen.
    fn plies_shown(&self) -> u16 {
        let branch = self.branch.as_ref();
        branch.map_or(self.shown, |branch| branch.game.plies().len() as u16)
    }

    /// True if the values of the position are shown, as they are of every move that is tried.
    fn has_values(&self) -> bool {
        self.values || self.branch.is_some()
    }

    fn branch_off(&mut self, square: Square) -> Result<Vec<Action>, Illegal> {
        let mut game = self.position();
        let square = game.landing(square)?;
        self.aims = false;
        let next = self.game.plies().get(usize::from(self.shown));
        if self.branch.is_none() && next == Some(&square) {
            self.look_at(self.shown + 1);
            return Ok(Vec::new());
        }
        game.play(square)?;
        let known = self.findings().cloned();
        let mut evaluation = known.unwrap_or_else(|| Evaluation::new(&game, Revision(0)));
        evaluation.follow(&game);
        evaluation.resume(Revision(0));
        let from = self
            .branch
            .as_ref()
            .map_or(self.shown, |branch| branch.from);
        self.branch = Some(Branch {
            from,
            game,
            evaluation,
        });
        (self.cursor, self.centre) = (square, square);
        Ok(self.ask())
    }

    /// Takes the last move that was tried back, or `all` of them. Without one the game is on the screen again.
    fn step_back(&mut self, all: bool) -> Vec<Action> {
        let Some(mut branch) = self.branch.take() else {
            return Vec::new();
        };
        let left = branch.game.plies().len() as u16 - 1;
        if left > branch.from && !all {
            let squares = branch.game.plies()[..usize::from(left)].iter().copied();
            branch.game = Game::after(self.game.variant(), squares).expect("a part of a game");
            branch.evaluation.follow(&branch.game);
            self.branch = Some(branch);
            return Vec::new();
        }
        let is_open = |evaluation: &Evaluation| !evaluation.is_complete();
        match &mut self.evaluation {
            // It waited for the branch.
            Some(evaluation) if is_open(evaluation) => {
                evaluation.resume(Revision(0));
                self.ask()
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// The position on the screen.
    fn position(&self) -> Game {
        if let Some(branch) = &self.branch {
            return branch.game.clone();
        }
        let squares = self.game.plies()[..usize::from(self.shown)].iter().copied();
        Game::after(self.game.variant(), squares).expect("the plies of a game are legal")
    }

    fn layout(&self, look: &Look, area: Rect) -> Result<GameLayout, (u16, u16)> {
        let values = self.has_values() || self.curve && !has_values(&self.game);
        game_layout::lay_out(self.game.variant(), self.centre, values, look, area)
    }
}

#[cfg(test)]
mod tests;
