//! The screen of a saved game: its board at any ply, comments, clock times, and its evaluation. Needs no server.

mod draw;
mod explorer;

use explorer::Explorer;
use protocol::game::Game;
use protocol::id::Revision;
use protocol::record::Record;
use protocol::rules::Illegal;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::game_layout::{self, GameLayout};
use super::{
    Action, App, Around, Component, Effect, Evaluated, Evaluation, PromptKind, Scene, Screen,
    Target,
};
use crate::board::Look;
use crate::input::{Binding, Intent, keys};
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
    explorer: Option<Explorer>,
    back: Option<Screen>,
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

impl Component for Replay {
    const KEYS: &'static [Binding] = keys! {
        Left, Char(','), Char('h') => Intent::Earlier, id!("keys-replay-back"), shown;
        Right, Char('.'), Char('l'), Char(' ') => Intent::Later, id!("keys-replay-on"), shown;
        Enter => Intent::Choose, id!("keys-try"), shown;
        Char('m') => Intent::Notation, id!("keys-write-move");
        Home, Char('<') => Intent::Beginning, id!("keys-replay-start");
        End, Char('>') => Intent::Live, id!("keys-replay-end");
        Down, Char('j') => Intent::PageDown, id!("keys-ten-on");
        Up, Char('k') => Intent::PageUp, id!("keys-ten-back");
        Char('a') => Intent::Evaluate, id!("keys-analyse"), shown;
        Char('v') => Intent::Values, id!("keys-values"), shown;
        Char('c') => Intent::Copy, id!("keys-copy");
    };

    fn ask(&mut self, _: &Around<'_>) -> Option<Effect> {
        self.explore()
    }

    fn update(&mut self, _: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let mut effects = self.on_intent(intent);
        effects.extend(self.explore());
        effects
    }

    fn draw(&self, _: &App, scene: Scene<'_>, frame: &mut Frame<'_>, area: Rect) {
        self.draw_in(scene.look, frame, area);
    }

    fn target_at(&self, _: &App, look: &Look, area: Rect, at: Position) -> Option<Target> {
        let layout = self.layout(look, area).ok()?;
        layout.board.cell_at(at).map(Target::Cell)
    }
}

impl Replay {
    /// Shows a game at its end. A game of the server leads back to a screen, one of a command line ends the program.
    pub(super) fn new(record: Record, back: Option<Screen>) -> Self {
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
            explorer: back.is_some().then(Explorer::default),
            back,
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

    fn on_intent(&mut self, intent: Intent) -> Vec<Effect> {
        let shown = self.shown;
        match intent {
            Intent::Earlier | Intent::Back if self.branch.is_some() => {
                return self.step_back(intent == Intent::Back);
            }
            Intent::Later if self.branch.is_some() => {}
            Intent::Choose => return self.try_move(self.cursor),
            Intent::Notation => {
                let notation = self.game.variant().notation();
                return vec![Effect::Type(PromptKind::Move(notation))];
            }
            Intent::Earlier => self.look_at(shown.saturating_sub(1)),
            Intent::Later => self.look_at(shown + 1),
            Intent::PageUp | Intent::PageDown | Intent::Beginning | Intent::Live => {
                let effects = self.step_back(true);
                self.look_at(match intent {
                    Intent::PageUp => shown.saturating_sub(PAGE),
                    Intent::PageDown => shown.saturating_add(PAGE),
                    Intent::Beginning => 0,
                    _ => u16::MAX,
                });
                return effects;
            }
            Intent::Evaluate => {
                self.curve = !self.curve;
                return self.evaluate();
            }
            Intent::Values => {
                self.values = !self.values;
                return self.evaluate();
            }
            Intent::Column(column) if column < self.game.shape().columns => {
                let cursor = Square::new(column, self.cursor.row());
                let is_again = cursor == Some(self.cursor) && self.aims;
                self.cursor = cursor.unwrap_or(self.cursor);
                (self.centre, self.aims) = (self.cursor, true);
                if is_again {
                    return self.try_move(self.cursor);
                }
            }
            Intent::Copy => {
                let (record, dated) = (Box::new(self.record.clone()), false);
                let copy = Effect::Do(Action::Copy { record, dated });
                return vec![Effect::Say(super::COPIED.said()), copy];
            }
            Intent::Back => {
                let back = self.back.map(Effect::Open);
                return vec![back.unwrap_or(Effect::Do(Action::Quit))];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Takes the finding of the engine in this program about a position; `None` is the end of its work. Returns why
    /// there is no evaluation.
    pub(super) fn evaluated(
        &mut self,
        told: Result<Option<(Game, Evaluated)>, String>,
    ) -> Option<String> {
        let branch = self.branch.as_mut().map(|branch| &mut branch.evaluation);
        let evaluations = self.evaluation.iter_mut().chain(branch);
        match told {
            Ok(Some((position, evaluated))) => {
                for evaluation in evaluations.filter(|known| known.has(&position)) {
                    evaluation.put(position.plies().len() as u16, evaluated.clone());
                }
            }
            Ok(None) => evaluations.for_each(|evaluation| evaluation.is_running = false),
            Err(problem) => {
                (self.evaluation, self.values, self.curve) = (None, false, false);
                return Some(problem);
            }
        }
        None
    }

    /// Plays a move on the board that the game does not have, or goes on to the one that it has.
    pub(super) fn try_move(&mut self, square: Square) -> Vec<Effect> {
        match self.branch_off(square) {
            Ok(mut effects) => {
                effects.extend(self.explore());
                effects
            }
            Err(problem) => vec![Effect::Say(problem.said())],
        }
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
    fn evaluate(&mut self) -> Vec<Effect> {
        if self.evaluation.is_some() {
            return Vec::new();
        }
        self.evaluation = Some(Evaluation::new(&self.game, Revision(0)));
        self.ask_engine()
    }

    /// Asks for what is not known yet, from the position on the screen on.
    fn ask_engine(&self) -> Vec<Effect> {
        let (line, shown) = (self.line(), self.plies_shown());
        let unknown = |plies: &u16| {
            let evaluation = self.findings();
            evaluation.is_none_or(|evaluation| evaluation.at(*plies).is_none())
        };
        let order = (shown..=line.plies().len() as u16).chain(0..shown);
        let order: Vec<_> = order.filter(unknown).collect();
        let game = Box::new(line.clone());
        vec![Effect::Do(Action::Evaluate { game, order })]
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

    fn branch_off(&mut self, square: Square) -> Result<Vec<Effect>, Illegal> {
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
        Ok(self.ask_engine())
    }

    /// Takes the last move that was tried back, or `all` of them. Without one the game is on the screen again.
    fn step_back(&mut self, all: bool) -> Vec<Effect> {
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
                self.ask_engine()
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
