//! A position, with everything that the search asks of it kept up to date.
//!
//! A stone changes the patterns of the empty cells on its four lines within reach, some thirty cells, and
//! nothing else. For every empty cell and side the board keeps the code of the four lines, and from the
//! codes the sets of cells that are threats, and the sums of the evaluation.
//!
//! A move is made on a copy: four kilobytes are copied faster than thirty cells are restored.

use std::sync::{Arc, Mutex};

use protocol::game::Game;
use protocol::rules::{Rules, Variant};

use super::cells::Cells;
use super::cross::{Code, Cross, Crosses, Threat};
use super::layout::{CELLS, DIRECTIONS, LINES, Layout, MARGIN, bit};
use super::network::{self, ROW, Row};
use super::pattern::{LONGEST_REACH, Pattern, Patterns};
use super::policy::Policy;
use super::weights::Weights;

/// What is the same in every position of a variant.
#[derive(Debug)]
pub(super) struct Ground {
    variant: Variant,
    pub(super) layout: Layout,
    patterns: Patterns,
    crosses: Crosses,
    weights: &'static Weights,
    /// A random number for each stone, for the keys of positions.
    stones: [Vec<u64>; 2],
}

impl Ground {
    /// Whether the variant can be played.
    pub(super) fn fits(variant: Variant) -> bool {
        let shape = variant.shape();
        !shape.falls && Patterns::reach(variant.rules(), shape) <= LONGEST_REACH
    }

    /// That of a variant which fits, made at the first question.
    pub(super) fn of(variant: Variant) -> Arc<Self> {
        /// Variants that are kept: few are played at once.
        const KEPT: usize = 4;
        static KNOWN: Mutex<Vec<Arc<Ground>>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().expect("no holder panics");
        let found = known.iter().position(|ground| ground.variant == variant);
        let ground = match found {
            Some(at) => known.remove(at),
            None => Arc::new(Self::new(variant)),
        };
        known.insert(0, Arc::clone(&ground));
        known.truncate(KEPT);
        ground
    }

    fn new(variant: Variant) -> Self {
        let layout = Layout::new(variant.shape());
        let weights = Weights::ours();
        let rules: &dyn Rules = variant.rules();
        let mut numbers = numbers();
        let mut stones = || (0..layout.cells).map(|_| numbers()).collect();
        Self {
            variant,
            patterns: Patterns::new(rules, variant.shape()),
            crosses: Crosses::new(&weights.policy),
            weights,
            stones: [stones(), stones()],
            layout,
        }
    }

    /// How far patterns reach on each side of a cell.
    pub(super) fn reach(&self) -> u32 {
        self.patterns.reach
    }

    /// What tells good moves from bad.
    pub(super) fn policy(&self) -> &Policy {
        &self.weights.policy
    }

    /// What is looked up by a code.
    #[inline]
    pub(super) fn cross(&self, code: Code) -> &Cross {
        self.crosses.of(code)
    }
}

/// Numbers without a pattern, always the same: splitmix64 (G. Steele and others, 2014).
fn numbers() -> impl FnMut() -> u64 {
    let mut state = 0_u64;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// Sets of cells are kept for the threats from [`Threat::Three`] on.
const THREATS: usize = Threat::Five as usize;

/// See the module. The side to move is `us`, 0 or 1.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) us: usize,
    pub(super) key: u64,
    stones: u16,
    /// The last stone and the one before.
    recent: [Option<u16>; 2],
    empty: Cells,
    near: Cells,
    threats: [[Cells; THREATS]; 2],
    /// The sum of the rows of each side's cells.
    sums: [Row; 2],
    /// The stones of each side on every line.
    lines: [[[u32; LINES]; DIRECTIONS]; 2],
    codes: [[Code; CELLS]; 2],
}

impl Board {
    /// The empty board.
    pub(super) fn new(ground: &Ground) -> Self {
        let layout = &ground.layout;
        let mut board = Self {
            us: 0,
            key: 0,
            stones: 0,
            recent: [None; 2],
            empty: (0..layout.cells).collect(),
            near: Cells::default(),
            threats: [[Cells::default(); THREATS]; 2],
            sums: [[0; ROW]; 2],
            lines: [[[0; LINES]; DIRECTIONS]; 2],
            codes: [[Code::default(); CELLS]; 2],
        };
        for cell in 0..layout.cells {
            for direction in 0..DIRECTIONS {
                board.look_along::<true>(ground, cell, direction);
            }
        }
        board
    }

    /// The position of a game on the ground's variant.
    pub(super) fn of(ground: &Ground, game: &Game) -> Self {
        let mut board = Self::new(ground);
        for &square in game.plies() {
            board.play(ground, ground.layout.cell(square));
        }
        board
    }

    /// Plays a stone on an empty cell.
    pub(super) fn play(&mut self, ground: &Ground, cell: usize) {
        self.play_and::<true>(ground, cell);
    }

    /// The same where nobody asks for the evaluation, neither here nor later.
    pub(super) fn play_without_evaluation(&mut self, ground: &Ground, cell: usize) {
        self.play_and::<false>(ground, cell);
    }

    /// Plays a stone, and keeps the sums of the evaluation if they are wanted.
    #[inline]
    fn play_and<const EVALUATED: bool>(&mut self, ground: &Ground, cell: usize) {
        let us = self.us;
        self.put_code::<EVALUATED>(ground, 0, cell, Code::default());
        self.put_code::<EVALUATED>(ground, 1, cell, Code::default());
        self.empty.remove(cell);
        self.near = self.near.or(&ground.layout.near[cell]);
        self.key ^= ground.stones[us][cell];
        self.stones += 1;
        self.recent = [Some(cell as u16), self.recent[0]];
        for direction in 0..DIRECTIONS {
            let place = ground.layout.places[cell][direction];
            self.lines[us][direction][usize::from(place.line)] |= bit(place);
        }
        for direction in 0..DIRECTIONS {
            self.look_along::<EVALUATED>(ground, cell, direction);
        }
        self.us = 1 - us;
    }

    /// Judges one line again, for every empty cell of it that a stone at `cell` is within reach of.
    #[inline]
    fn look_along<const EVALUATED: bool>(
        &mut self,
        ground: &Ground,
        cell: usize,
        direction: usize,
    ) {
        let place = ground.layout.places[cell][direction];
        let line = usize::from(place.line);
        let step = ground.layout.steps[direction];
        let reach = ground.patterns.reach;
        let walls = ground.layout.walls[direction][line];
        let [first, second] = [0, 1].map(|side| self.lines[side][direction][line]);
        let at = u32::from(place.at) + MARGIN;
        let window = ((1 << (2 * reach + 1)) - 1) << (at - reach);
        let mut empty = !(first | second | walls) & window;
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let other = (cell + bit as usize * step) - at as usize * step;
            let from = bit - reach;
            for (side, own, others) in [(0, first, second), (1, second, first)] {
                let pattern = ground.patterns.of(own >> from, (others | walls) >> from);
                let code = self.codes[side][other];
                if code.pattern(direction) != pattern {
                    self.put_code::<EVALUATED>(ground, side, other, code.with(direction, pattern));
                }
            }
        }
    }

    #[inline]
    fn put_code<const EVALUATED: bool>(
        &mut self,
        ground: &Ground,
        side: usize,
        cell: usize,
        code: Code,
    ) {
        let old = ground.cross(self.codes[side][cell]);
        let new = ground.cross(code);
        self.codes[side][cell] = code;
        if EVALUATED {
            let row = |cross: &Cross| ground.weights.network.row(cross.place);
            network::exchange(&mut self.sums[side], row(old), row(new));
        }
        if old.threat != new.threat {
            if old.threat != Threat::Quiet {
                self.threats[side][old.threat as usize - 1].remove(cell);
            }
            if new.threat != Threat::Quiet {
                self.threats[side][new.threat as usize - 1].insert(cell);
            }
        }
    }

    /// The side that is not to move.
    pub(super) fn them(&self) -> usize {
        1 - self.us
    }

    /// The cells where a stone of a side would be just this threat; not for quiet ones.
    #[inline]
    pub(super) fn threats(&self, side: usize, threat: Threat) -> &Cells {
        &self.threats[side][threat as usize - 1]
    }

    /// The cells where a stone of a side would be a four or better.
    pub(super) fn fours(&self, side: usize) -> Cells {
        [Threat::FourThree, Threat::OpenFour, Threat::Five]
            .iter()
            .fold(*self.threats(side, Threat::Four), |all, threat| {
                all.or(self.threats(side, *threat))
            })
    }

    #[inline]
    pub(super) fn code(&self, side: usize, cell: usize) -> Code {
        self.codes[side][cell]
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.empty.contains(cell)
    }

    /// Cells without a stone.
    pub(super) fn empty(&self) -> &Cells {
        &self.empty
    }

    /// Empty cells near stones.
    pub(super) fn near(&self) -> Cells {
        self.near.and(&self.empty)
    }

    pub(super) fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    /// Stones on the board.
    pub(super) fn stones(&self) -> u16 {
        self.stones
    }

    /// The last stone and the one before, where there are such.
    pub(super) fn recent(&self) -> [Option<u16>; 2] {
        self.recent
    }

    /// What the position looks like to the side to move, without any search.
    pub(super) fn evaluation(&self, ground: &Ground) -> i32 {
        let (own, others) = (&self.sums[self.us], &self.sums[self.them()]);
        ground.weights.network.value(own, others)
    }

    /// The pattern that a stone of a side would make of one line through a cell.
    pub(super) fn pattern(&self, side: usize, cell: usize, direction: usize) -> Pattern {
        self.codes[side][cell].pattern(direction)
    }
}
